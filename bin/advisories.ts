// npm run advisories: published advisories about the packages that run, asked by the lock file; red for one that is high or critical, never for a
// registry that is away or offers none, which it says.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

interface Report {
  vulnerabilities?: Record<string, { severity: string; via: (string | { title: string; url: string })[] }>;
  message?: string;
}

const RED = ['high', 'critical'];
const args = ['audit', '--package-lock-only', '--omit=dev', '--json'];
const { stdout, error } = spawnSync('npm', args, { cwd: join(import.meta.dirname, '..'), encoding: 'utf8' });
const report = readReport(stdout);

if (!report.vulnerabilities) {
  // Without the address, which is the machine's own affair.
  const why = (error?.message ?? report.message ?? 'npm audit said nothing').replace(/ - [A-Z]+ https?:.*$/s, '');
  process.stdout.write(`advisories: not checked: the registry offers none or is away (${why})\n`);
} else {
  const found = Object.entries(report.vulnerabilities);
  for (const [name, { severity, via }] of found) {
    const causes = via.map((one) => (typeof one === 'string' ? `by ${one}` : `${one.title} ${one.url}`));
    process.stdout.write(`${severity.padEnd(8)} ${name}: ${causes.join('; ')}\n`);
  }
  const red = found.filter(([, { severity }]) => RED.includes(severity));
  process.stdout.write(`advisories: ${found.length} about packages that run, ${red.length} of them high or critical\n`);
  process.exitCode = red.length > 0 ? 1 : 0;
}

function readReport(text: string): Report {
  try {
    return JSON.parse(text) as Report;
  } catch {
    return { message: 'npm audit gave no report' };
  }
}
