// PostGraphile 5 over the same tables, under the same role and row-level security, as one service of plain settings.
import { createServer } from 'node:http';
import process from 'node:process';
import { grafserv } from 'postgraphile/grafserv/node';
import { makePgService } from 'postgraphile/adaptors/pg';
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber';
import { postgraphile } from 'postgraphile';

const { DATABASE_URL, PORT, TENANT_ID, POOL } = process.env;

const pgl = postgraphile({
  extends: [PostGraphileAmberPreset],
  // It would leave out the filter by item, since the item is not the first column of the index that serves it.
  disablePlugins: ['PgIndexBehaviorsPlugin'],
  pgServices: [
    makePgService({
      connectionString: DATABASE_URL,
      schemas: ['public'],
      poolConfig: { max: Number(POOL) },
      pubsub: false,
    }),
  ],
  grafast: { context: () => ({ pgSettings: { role: 'app_tenant', 'app.tenant_id': TENANT_ID } }) },
  grafserv: { graphiql: false, watch: false },
});

const server = createServer();
server.on('error', (error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
await pgl.createServ(grafserv).addTo(server);
server.listen(Number(PORT), '127.0.0.1');
process.on('SIGTERM', () => process.exit(0));
