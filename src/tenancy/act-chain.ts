// The chain of a tenant's acts: each hash covers the act and the hash before it, and of what was changed only digests. Pure.
import { createHash } from 'node:crypto';

/** An act as the chain has it: texts as PostgreSQL prints them. */
export interface LinkedAct {
  number: number;
  id: string;
  /** UTC, to the microsecond. */
  at: string;
  actor: string;
  operation: string;
  entityIds: readonly string[];
  credential: string | null;
  beforeDigest: Buffer | null;
  afterDigest: Buffer | null;
}

/** Salted, so that a forgotten text is not found by trying. */
export function digestOf(salt: Buffer | null, text: string | null): Buffer | null {
  if (text === null) return null;
  return createHash('sha256')
    .update(salt ?? Buffer.alloc(0))
    .update(text)
    .digest();
}

export function hashOf(tenantId: string, before: Buffer | null, act: LinkedAct): Buffer {
  const { number, id, at, actor, operation, entityIds, credential, beforeDigest, afterDigest } = act;
  const digests = [beforeDigest, afterDigest].map((digest) => digest?.toString('hex') ?? null);
  const content = JSON.stringify([tenantId, number, id, at, actor, operation, entityIds, credential, ...digests]);
  return createHash('sha256')
    .update(before ?? Buffer.alloc(0))
    .update(content)
    .digest();
}
