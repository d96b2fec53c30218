// Output of `npm start`: all addresses, and a command to paste.
import type { App } from '../graphql/context.ts';
import { listTenants, type Tenant } from '../tenancy/index.ts';
import { createToken, type SignInLinks, type TokenVerification } from '../access/index.ts';

const DEMO_USER = 'demo';

export interface Surroundings {
  app: App;
  /** False in a process that only works. */
  serves: boolean;
  port: number;
  simulator: { url: string; controlKey: string } | undefined;
  verification: TokenVerification;
  signInLinks: SignInLinks;
  demo: { tenant: Tenant; itemId: string; clientId: string } | undefined;
}

export async function welcome(surroundings: Surroundings): Promise<string> {
  const { app, serves, port, simulator, verification, demo, signInLinks } = surroundings;
  const base = `http://localhost:${port}`;
  if (!serves) return `\n  Folio works: ${base}/healthz, ${base}/metrics\n\n`;
  const token = demo && 'secret' in verification ? await demoToken(app, verification.secret, demo.tenant) : undefined;
  const code =
    token === undefined ? undefined : signInLinks.offer(token, { userName: DEMO_USER, tenantName: demo!.tenant.name });
  const lines = [
    '',
    `  Folio is ready.`,
    '',
    `  Dashboard   ${base}/${code === undefined ? '' : `#code=${code}   (once; afterwards with the token)`}`,
    `  GraphQL     ${base}/graphql   (in a browser: GraphiQL)`,
    `  Docs        ${base}/docs/`,
    ...(simulator === undefined
      ? []
      : [
          `  Simulator   ${simulator.url}   (stands in for the PAC; set PAC_BASE_URL for a real one)`,
          `              ${simulator.controlKey}   (the key of its control, below /__simulator)`,
        ]),
  ];
  const tenantId = demo?.tenant.id ?? (await listTenants(app))[0]?.id;
  if (demo && token !== undefined) {
    lines.push(
      '',
      `  Token       ${token}`,
      '',
      '  A first query:',
      '',
      `  curl -s ${base}/graphql -H 'content-type: application/json' \\`,
      `    -H 'authorization: Bearer ${token}' \\`,
      `    -d '${JSON.stringify({ query: firstQuery(demo.itemId) })}'`,
      '',
      `  Variables   ${JSON.stringify({ itemId: demo.itemId, clientId: demo.clientId })}   (for the operations of docs/getting-started.md)`,
    );
  } else if (tenantId === undefined) {
    lines.push('', '  No tenant yet:  npm run folio -- tenant create --name "My company"');
  } else {
    lines.push('', `  A token:    npm run folio -- token create --tenant ${tenantId} --user me --role admin`);
  }
  return `${lines.join('\n')}\n\n`;
}

/** Written down as any other: it is on the screen, and in whatever keeps what was on it. */
async function demoToken(app: App, secret: string, tenant: Tenant): Promise<string> {
  const wanted = { userName: DEMO_USER, role: 'admin', expiresIn: '1d', now: app.clock.now() } as const;
  return (await createToken(app, tenant, secret, wanted)).token;
}

function firstQuery(itemId: string): string {
  return `{ getItemById(id: "${itemId}") { sku name inventory { onHand available } } itemMovements(itemId: "${itemId}", limit: 5) { totalCount records { movementType referenceNumber counterpartyName quantityChange balanceAfter occurredAt } } itemStockMetrics(itemId: "${itemId}") { unitsSoldInWindow dailyVelocity daysOfCoverage projectedStockoutDate } }`;
}
