/** The rules as a page that a person reads: each with its place, its source and its mark. */
import { RULES } from './index.ts';
import { SOURCES } from './rule.ts';

export function rulesPage(): string {
  const sources = Object.entries(SOURCES).map(([name, says]) => `- *${name}*: ${says}`);
  const rows = RULES.map(({ at, when, message, mark, source }) =>
    ['', `\`${at}\``, when?.says ?? '', message, mark, source, ''].join(' | ').trim(),
  );
  return `# What the simulator refuses

Printed by \`npm run simulator -- --rules\`; a test compares. *seen*: a PAC was seen to refuse it; *documented*: a PAC or the DGI has published it; *assumed*: we only suppose it. By the knob
\`strictness\` what is assumed refuses as well, or only what was seen.

${sources.join('\n')}

| Field | Where | What it says | Mark | Source |
| ----- | ----- | ------------ | ---- | ------ |
${rows.join('\n')}
`;
}
