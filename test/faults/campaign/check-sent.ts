// Documents sent, by the simulator's own record; the sender's own words are no proof.
import type { ActingRequest } from '../../../simulator/world.ts';
import type { Evidence } from './evidence.ts';
import { placeOf } from './place.ts';

export const voidOf = (pacDocumentId: string): string => `the void of ${pacDocumentId}`;

/** Answers below 500 that are no statement of the PAC about the request. */
const GATEWAYS: readonly string[] = ['http400', 'http413', 'http408', 'http429Empty'];

/** Codes of The Factory HKA that say, with the status 200, that nothing was done. */
const REFUSALS: readonly string[] = ['100', '102', '105', '109', '112', '119', '180', '203', '212'];

/**
 * A request may come again only after the PAC has answered, whole, that it did nothing, or after an operator's word. Under the rule of
 * record 47 a void that the PAC has not done comes three times at most.
 */
export function checkSent({
  pac,
  words,
  problems,
  resends = false,
}: Pick<Evidence, 'pac' | 'words' | 'problems'> & { resends?: boolean }): void {
  const ruled = new Map<string, number>();
  const unused = [...words];
  const doubtful = new Map<string, number>();
  // Account at which an attempt has ever been in doubt: it may be there, and no word changes that.
  const mayBeAt = new Map<string, string>();
  for (const [index, one] of pac.acting().entries()) {
    const about = one.operation === 'submit' ? one.number && placeOf(one.number) : voidOf(one.documentId!);
    if (about === null) continue;
    const companyId = one.number?.companyId ?? '';
    const at = mayBeAt.get(about) ?? companyId;
    if (at !== companyId) problems.push(`${about} was sent for ${companyId}, and may be at the PAC of ${at}`);
    const before = doubtful.get(about);
    if (before !== undefined) {
      const word = unused.findIndex(({ about: of, after }) => of === about && after > before && after <= index);
      const times = (ruled.get(about) ?? 0) + 1;
      const isRuled = resends && one.operation === 'void' && !pac.acting()[before]!.isDone && times <= 2;
      if (word === -1 && isRuled) ruled.set(about, times);
      else if (word === -1) problems.push(`${about} was sent again, and the one before may have been done`);
      else unused.splice(word, 1);
    }
    if (isRefused(one)) doubtful.delete(about);
    else {
      doubtful.set(about, index);
      mayBeAt.set(about, companyId);
    }
  }
}

function isRefused({ operation, isWhole, isDone, answered, code, faults }: ActingRequest): boolean {
  if (!isWhole || isDone || answered === null || faults.some((name) => GATEWAYS.includes(name))) return false;
  if (code !== undefined) return REFUSALS.includes(code);
  return [401, 403, 429].includes(answered) || (operation === 'void' && (answered === 400 || answered === 404));
}
