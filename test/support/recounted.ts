// The chain of a tenant's acts after a change, counted anew by a superuser in the way that is written in docs/security.md.
import { createHash } from 'node:crypto';
import type { World } from './world.ts';

export async function recounted(here: World, tenantId: string, change: string): Promise<void> {
  await here.rewrite([change, []]);
  const rows = await here.query<{ id: string; content: string }>(
    `select id, json_build_array(tenant_id, row_number() over (order by number), id, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
       actor, operation, entity_ids, credential, encode(coalesce(before_digest, sha256(salt || convert_to(before::text, 'UTF8'))), 'hex'), encode(coalesce(after_digest, sha256(salt || convert_to(after::text, 'UTF8'))), 'hex'))::text as content
     from acts join placed_acts($1) using (id) where tenant_id = $1 order by number`,
    [tenantId],
  );
  const hashes: Buffer[] = [];
  for (const { content } of rows)
    hashes.push(
      createHash('sha256')
        .update(hashes.at(-1) ?? Buffer.alloc(0))
        .update(JSON.stringify(JSON.parse(content)))
        .digest(),
    );
  const ids = rows.map(({ id }) => id);
  await here.rewrite(
    ['delete from act_places where tenant_id = $1', [tenantId]],
    [
      `insert into act_places (tenant_id, number, before, reach, ids, hashes)
       select $1, cardinality($2::uuid[]), 0, (select max(turn) from acts where tenant_id = $1), $2, $3::bytea[]`,
      [tenantId, ids, hashes],
    ],
    [
      `update act_heads set (number, hash, settled_number, settled_turn) = (select number, hashes[number], number, reach from act_places where tenant_id = $1)
       where tenant_id = $1`,
      [tenantId],
    ],
  );
}
