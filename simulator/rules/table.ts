/** The rules as a page that a person reads: each with its place, its source and its mark. */
import { HKA_RULES } from '../hka/rules.ts';
import { RULES } from './index.ts';
import { SOURCES, type Rule } from './rule.ts';

const HEAD = '| Field | Where | What it says | Mark | Source |\n| ----- | ----- | ------------ | ---- | ------ |';

function rowsOf(rules: readonly Rule[]): string {
  const rows = rules.map(({ at, when, message, mark, source }) =>
    ['', `\`${at}\``, when?.says ?? '', message, mark, source, ''].join(' | ').trim(),
  );
  return [HEAD, ...rows].join('\n');
}

export function rulesPage(): string {
  const sources = Object.entries(SOURCES).map(([name, says]) => `- *${name}*: ${says}`);
  return `# What the simulator refuses

Printed by \`npm run simulator -- --rules\`; a test compares. *seen*: a PAC was seen to refuse it; *documented*: a PAC or the DGI has published it; *assumed*: we only suppose it. By the knob
\`strictness\` what is assumed refuses as well, or only what was seen.

${sources.join('\n')}

${rowsOf(RULES)}

## The Factory HKA

By \`--pac hka\`. A form that breaks a rule is refused by code 109, a sum or a reference by 203, a reference that is too old by 180. *documented* by *hka* is what its wiki says, *seen* in *refusals* what
an integrator met, *assumed* what sources contradict or no source says.

${rowsOf(HKA_RULES)}
`;
}
