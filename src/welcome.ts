// What `npm start` prints: where everything is, and something to paste.
import type { App } from './graphql/context.ts';
import { issueToken, listTenants, type TokenVerification } from './tenancy/index.ts';

export interface Surroundings {
  app: App;
  /** False in a process that only works. */
  serves: boolean;
  port: number;
  simulatorUrl: string | undefined;
  verification: TokenVerification;
  demo: { tenant: { id: string }; itemId: string } | undefined;
}

export async function welcome(surroundings: Surroundings): Promise<string> {
  const { app, serves, port, simulatorUrl, verification, demo } = surroundings;
  const base = `http://localhost:${port}`;
  if (!serves) return `\n  Folio works: ${base}/healthz, ${base}/metrics\n\n`;
  const token =
    demo && 'secret' in verification ? await demoToken(app, verification.secret, demo.tenant.id) : undefined;
  const lines = [
    '',
    `  Folio is ready.`,
    '',
    `  Dashboard   ${base}/${token === undefined ? '' : `#token=${token}`}`,
    `  GraphQL     ${base}/graphql   (in a browser: GraphiQL)`,
    ...(simulatorUrl === undefined
      ? []
      : [`  Simulator   ${simulatorUrl}   (stands in for the PAC; set PAC_BASE_URL for a real one)`]),
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
    );
  } else if (tenantId === undefined) {
    lines.push('', '  No tenant yet:  npm run folio -- tenant create --name "My company"');
  } else {
    lines.push('', `  A token:    npm run folio -- token create --tenant ${tenantId} --user me --role admin`);
  }
  return `${lines.join('\n')}\n\n`;
}

function demoToken(app: App, secret: string, tenantId: string): Promise<string> {
  return issueToken(secret, {
    userName: 'demo',
    tenantId,
    roles: ['admin'],
    expiresIn: '30d',
    now: app.clock.now(),
  });
}

function firstQuery(itemId: string): string {
  return `{ getItemById(id: "${itemId}") { sku name inventory { onHand available } } itemMovements(itemId: "${itemId}", limit: 5) { totalCount records { movementType referenceNumber counterpartyName quantityChange balanceAfter occurredAt } } itemStockMetrics(itemId: "${itemId}") { unitsSoldInWindow dailyVelocity daysOfCoverage projectedStockoutDate } }`;
}
