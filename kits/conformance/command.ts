// `folio conformance`: tries what our client assumes of a PAC against its sandbox, and says what holds, with evidence.
import { setTimeout as sleep } from 'node:timers/promises';
import { rucCheckDigits, parseRuc } from '../../src/fiscal/ruc.ts';
import { MAKES, USUAL_MAKE, type MakeName } from '../../src/pac/makes.ts';
import { ACCEPTANCE } from './acceptance.ts';
import { ASSUMPTIONS, FiledForProduction, judge, listenForNotices, type Finding, type Issuer } from './index.ts';
import { asksOnly, isProduction, OWN_ASSUMPTIONS } from './makes.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { placeOf } from '../../src/pac/index.ts';
import { inTenant, pacAccountsOf } from '../../src/tenancy/index.ts';
import { storedAccounts } from '../../src/wiring/app.ts';
import type { Config } from '../../src/wiring/config.ts';
import { command, CommandError, required, UsageError, type Call, type Input } from '../../src/cli/command.ts';
import { withTenant } from '../../src/cli/with-tenant.ts';

export const conformanceCommand = command('conformance', async (asked) => {
  const { config, options, terminal } = asked;
  const { pac } = config;
  if (!pac) throw new CommandError('PAC_BASE_URL is not set, so there is no PAC to try.');
  const { name, issuer, isReal, ...account } = await (options['tenant'] === undefined
    ? given(asked, pac)
    : stored(asked, pac));
  if (isReal && options['production'] === undefined) {
    throw new CommandError(
      'This is a PAC of production: its documents count. Give it a sandbox, or --production, by which it is asked and nothing is issued.',
    );
  }
  const access = { ...account, timeoutMs: config.PAC_TIMEOUT_MS, fileHosts: config.pacFileHosts };
  const wanted = options['only']?.split(',').flatMap((word) => (word.trim() === 'acceptance' ? CASES : [word.trim()]));
  const assumptions = [...ASSUMPTIONS, ...(OWN_ASSUMPTIONS[name]?.(access) ?? [])].filter(
    (one) => (!isReal || asksOnly(one)) && (wanted === undefined || wanted.some((word) => one.id.startsWith(word))),
  );
  if (assumptions.length === 0) throw new UsageError('No assumption has such a name.');
  const client = MAKES[name].open(access);
  const port = options['notices-port'];
  const listener =
    port === undefined
      ? null
      : await listenForNotices({
          notices: client.notices,
          scheme: config.PAC_WEBHOOK_SIGNATURE,
          secret: pac.webhookSecret,
          port: numberOf('notices-port', port),
        });
  try {
    const findings = await judge(assumptions, {
      client,
      issuer,
      email: options['email'] ?? 'pruebas@example.com',
      now: () => systemClock.now(),
      sleep,
      patienceMs: numberOf('wait-seconds', options['wait-seconds'] ?? '120') * 1000,
      intervalMs: 1000,
      notices: listener?.received,
      onFinding: ({ id, result }) => {
        if (terminal.isInteractive) terminal.write(`${id}: ${result}\n`);
      },
    });
    return {
      json: { pac: access.baseUrl, issuer, findings },
      text: told(findings),
      hasFailed: findings.some(isBroken),
    };
  } catch (error) {
    if (error instanceof FiledForProduction) throw new CommandError(error.message);
    throw error;
  } finally {
    await client.close();
    await listener?.close();
  }
});

const CASES = Object.values(ACCEPTANCE);

function makeNameOf(text: string): MakeName {
  const names = Object.keys(MAKES) as MakeName[];
  const name = names.find((known) => known === text);
  if (name === undefined) throw new UsageError(`--pac is one of ${names.join(', ')}.`);
  return name;
}

type Pac = NonNullable<Config['pac']>;
interface Tried {
  name: MakeName;
  issuer: Issuer;
  baseUrl: string;
  apiKey: string;
  /** Its documents count. */
  isReal: boolean;
}

/** Account as the command names it. */
async function given({ config, options }: Call, { baseUrl, apiKey }: Pac): Promise<Tried> {
  const name = makeNameOf(options['pac'] ?? USUAL_MAKE);
  const about = { companyId: required(options, 'company-id'), ruc: required(options, 'ruc') };
  return {
    ...{ name, baseUrl, apiKey },
    issuer: issuerOf(options, config, { ...about, roundsOnce: MAKES[name].rounding.rule === 'document' }),
    isReal: config.PAC_ENVIRONMENT === 'production' || isProduction(baseUrl),
  };
}

/** Account of a tenant as it is stored: its first one, unless a company is named. */
function stored(asked: Call, pac: Pac): Promise<Tried> {
  const { config, options } = asked;
  return withTenant(asked, async (database, tenant) => {
    const mine = pacAccountsOf(tenant);
    const companyId = options['company-id'] ?? mine[0];
    if (companyId === undefined || !mine.includes(companyId) || tenant.ruc === null)
      throw new CommandError(`${tenant.name} has no RUC, or no account of the company ${companyId ?? 'at a PAC'}.`);
    const { accounts, addresses } = storedAccounts({ config, database, pac, clock: systemClock });
    const { apiKey, ...place } = await accounts.of(companyId);
    const baseUrl = addresses.get(placeOf(place));
    if (baseUrl === undefined) throw new CommandError(`This service reaches no PAC ${placeOf(place)}.`);
    const code = options['branch'] ?? MAIN_BRANCH;
    const office = await inTenant(database, tenant, (db) =>
      db.selectFrom('offices').select('pac_office_id').where('code', '=', code).executeTakeFirst(),
    );
    const about = { companyId, ruc: tenant.ruc, dv: tenant.dv, roundsOnce: tenant.roundsOnce };
    return {
      ...{ name: makeNameOf(place.make), baseUrl, apiKey },
      issuer: issuerOf(options, config, { ...about, officeId: office?.pac_office_id ?? null }),
      isReal: place.environment === 'PRODUCTION' || isProduction(baseUrl),
    };
  });
}

const MAIN_BRANCH = '0000';

type About = Pick<Issuer, 'companyId' | 'ruc'> & { roundsOnce: boolean; dv?: string | null; officeId?: string | null };

function issuerOf(options: Input['options'], { PAC_BILLING_POINT }: Config, about: About): Issuer {
  const parsed = parseRuc(about.ruc);
  if (parsed === null) throw new UsageError('--ruc is no RUC.');
  const dv = options['dv'] ?? about.dv ?? rucCheckDigits(parsed.normalized, parsed.kind);
  if (dv === null) throw new UsageError('--dv is missing: it cannot be computed from this RUC.');
  return {
    companyId: about.companyId,
    ruc: parsed.normalized,
    rucType: parsed.kind === 'NATURAL' ? 1 : 2,
    dv: dv.padStart(2, '0'),
    branchCode: options['branch'] ?? MAIN_BRANCH,
    billingPoint: options['billing-point'] ?? PAC_BILLING_POINT,
    officeId: options['office'] ?? about.officeId ?? null,
    roundsOnce: about.roundsOnce || options['rounds-once'] !== undefined,
  };
}

function numberOf(option: string, value: string): number {
  if (!/^\d{1,5}$/.test(value) || Number(value) > 65_535) throw new UsageError(`--${option} is a number up to 65535.`);
  return Number(value);
}

const isBroken = ({ result }: Finding): boolean => result === 'broken';

function told(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map(({ id }) => id.length));
  const lines = findings.flatMap((finding) => {
    const { id, says, mark, source, result, because } = finding;
    const head = `${result.padEnd(9)}  ${id.padEnd(width)}  ${says} (${mark}; ${source})`;
    return result === 'holds' ? [head] : [head, `    ${because}`, ...evidenceOf(finding)];
  });
  const count = (result: Finding['result']) => findings.filter((one) => one.result === result).length;
  const sum = `${count('holds')} hold, ${count('broken')} do not, ${count('not tried')} could not be tried.`;
  const cases = findings.filter(({ id }) => (CASES as readonly string[]).includes(id));
  const passed = cases.filter(({ result }) => result === 'holds').length;
  const accepted = `Of the ${CASES.length} acceptance cases of The Factory HKA ${passed} pass.`;
  return [...lines, '', sum, ...(cases.length === CASES.length ? [accepted] : [])].join('\n');
}

function evidenceOf({ evidence }: Finding): string[] {
  const short = (value: unknown) => JSON.stringify(value).slice(0, 1000);
  return evidence.map(
    ({ call, asked: requestBody, answered }) => `    ${call} ${short(requestBody)}\n      → ${short(answered)}`,
  );
}
