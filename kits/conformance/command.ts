// `folio conformance`: tries what our client assumes of a PAC against its sandbox, and says what holds, with evidence.
import { setTimeout as sleep } from 'node:timers/promises';
import { rucCheckDigits, parseRuc } from '../../src/fiscal/ruc.ts';
import { MAKES, USUAL_MAKE, type MakeName } from '../../src/pac/makes.ts';
import { ACCEPTANCE } from './acceptance.ts';
import { ASSUMPTIONS, FiledForProduction, judge, listenForNotices, type Finding, type Issuer } from './index.ts';
import { isProduction, OWN_ASSUMPTIONS } from './makes.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { command, CommandError, UsageError, type Input } from '../../src/cli/command.ts';

export const conformanceCommand = command('conformance', async ({ config, options, terminal }) => {
  const { pac } = config;
  if (!pac) throw new CommandError('PAC_BASE_URL is not set, so there is no PAC to try.');
  if (config.PAC_ENVIRONMENT === 'production' || isProduction(pac.baseUrl)) {
    throw new CommandError('This is a PAC of production: its documents count. Set PAC_BASE_URL to a sandbox.');
  }
  const name = makeNameOf(options['pac'] ?? USUAL_MAKE);
  const issuer = issuerOf(options, config.PAC_BILLING_POINT, MAKES[name].rounding.rule === 'document');
  const access = { ...pac, timeoutMs: config.PAC_TIMEOUT_MS, fileHosts: config.pacFileHosts };
  const wanted = options['only']?.split(',').flatMap((word) => (word.trim() === 'acceptance' ? CASES : [word.trim()]));
  const assumptions = [...ASSUMPTIONS, ...OWN_ASSUMPTIONS[name](access)].filter(
    ({ id }) => wanted === undefined || wanted.some((word) => id.startsWith(word)),
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
    return { json: { pac: pac.baseUrl, issuer, findings }, text: told(findings), hasFailed: findings.some(isBroken) };
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

function issuerOf(options: Input['options'], billingPoint: string, roundsOnce: boolean): Issuer {
  const parsed = parseRuc(options['ruc']!);
  if (parsed === null) throw new UsageError('--ruc is no RUC.');
  const dv = options['dv'] ?? rucCheckDigits(parsed.normalized, parsed.kind);
  if (dv === null) throw new UsageError('--dv is missing: it cannot be computed from this RUC.');
  return {
    companyId: options['company-id']!,
    ruc: parsed.normalized,
    rucType: parsed.kind === 'NATURAL' ? 1 : 2,
    dv: dv.padStart(2, '0'),
    branchCode: options['branch'] ?? '0000',
    billingPoint: options['billing-point'] ?? billingPoint,
    officeId: options['office'] ?? null,
    roundsOnce: roundsOnce || options['rounds-once'] !== undefined,
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
