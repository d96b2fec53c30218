// Which Markdown of the project is a page of the site, where it stands there, and how its links lead on. Nothing is written twice.
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { join, matchesGlob, posix } from 'node:path';
import { printEvents, printReference } from './reference.ts';

export const ROOT = join(import.meta.dirname, '..');

/** By task, in the order of the page's side; a page that is named nowhere else is found by the patterns. */
const NAVIGATION = {
  Start: [
    'README.md',
    'docs/getting-started.md',
    'docs/dashboard.md',
    'docs/till.md',
    'docs/counts.md',
    'docs/transfers.md',
    'docs/papers.md',
  ],
  Connect: [
    'docs/integrate.md',
    'docs/rest.md',
    'docs/events.md',
    'docs/webhooks.md',
    'docs/assistants.md',
    'docs/your-own-ids.md',
    'docs/lists.md',
    'docs/import-and-export.md',
    'docs/fiscal-month.md',
    'docs/errors.md',
    'docs/clients.md',
    'docs/*.md',
    '{examples,packages}/*/README.md',
    'simulator/*.md',
  ],
  Operate: [
    'docs/operations.md',
    'docs/configuration.md',
    'docs/monitoring.md',
    'docs/security.md',
    'docs/retention.md',
    'docs/scaling.md',
    'docs/reliability.md',
    'docs/performance.md',
    'bench/README.md',
  ],
  Reference: ['docs/api.md', 'CHANGELOG.md'],
  Decisions: [
    ...['AGENTS.md', 'ARCHITECTURE.md', 'STYLE.md', 'CONTRIBUTING.md', 'docs/open-questions.md'],
    'docs/decisions/*.md',
  ],
  'En español': [
    'README.es.md',
    ...['getting-started', 'integrate', 'errors', 'operations'].map((page) => `docs/es/${page}.md`),
    'docs/es/*.md',
  ],
} satisfies Record<string, readonly string[]>;

/** The groups on a page in Spanish. */
export const SPANISH = {
  Start: 'Empezar',
  Connect: 'Conectar',
  Operate: 'Operar',
  Reference: 'Referencia',
  Decisions: 'Decisiones',
  'En español': 'En español',
} satisfies Record<keyof typeof NAVIGATION, string>;

export interface Page {
  /** From the project's root. */
  source: string;
  /** In the folder of the site. */
  file: string;
  title: string;
  group: string;
  language: 'en' | 'es';
  markdown: string;
}

export function readPages(): Page[] {
  const groups = Object.entries(NAVIGATION);
  const named = new Set(groups.flatMap(([, patterns]) => patterns));
  const written = groups.flatMap(([group, patterns]) =>
    patterns
      .flatMap((pattern) =>
        globSync(pattern, { cwd: ROOT, exclude: (path) => path.includes('node_modules') })
          .map((source) => source.replaceAll('\\', '/'))
          .filter((source) => source === pattern || !named.has(source))
          .toSorted(),
      )
      .map((source) => pageOf(source, group, readFileSync(join(ROOT, source), 'utf8'))),
  );
  const printed = Object.entries(printReference()).map(([path, text]) => pageOf(`docs/${path}`, 'Reference', text));
  return written.flatMap((page) => (page.source === 'docs/api.md' ? [page, ...printed] : [page]));
}

function pageOf(source: string, group: string, markdown: string): Page {
  const title = /^# (.*)$/m.exec(markdown)?.[1]?.replaceAll('`', '') ?? source;
  const language = matchesGlob(source, '{README.es.md,docs/es/*}') ? ('es' as const) : ('en' as const);
  return { source, file: fileOf(source), title, group, language, markdown: withEvents(markdown, language) };
}

/** The catalogue of events is printed in its place. */
function withEvents(markdown: string, language: Page['language']): string {
  return markdown.replace('<!-- catalogue of events -->', () => printEvents(language));
}

function fileOf(source: string): string {
  if (source === 'README.md') return 'index.html';
  if (source === 'README.es.md') return 'es/index.html';
  const path = source.replace(/^docs\//, '').replace(/(\/README)?\.md$/, '');
  return `${path.toLowerCase()}.html`;
}

/** The same page in the other language, where there is one. */
export function twinOf(page: Page, pages: readonly Page[]): Page | undefined {
  const other = page.language === 'en' ? posix.join('es', page.file) : page.file.replace(/^es\//, '');
  return pages.find(({ file }) => file === other);
}

export type Link =
  /** To a page, or a file that is copied beside them. */
  | { href: string; copies?: { from: string; to: string } }
  /** To what the site does not hold, such as a folder. */
  | { href: undefined };

/** Target of a Markdown link in the site. A dead link stays, and a test finds it. */
export function linkFrom(page: Page, target: string, pages: readonly Page[]): Link {
  if (/^([a-z]+:|#|\/)/.test(target)) return { href: target };
  const [path = '', hash] = target.split('#');
  const wanted = posix.join(posix.dirname(page.source), decodeURI(path)).replace(/\/$/, '');
  const to = pages.find(({ source }) => source === wanted || source === `${wanted}/README.md`);
  const relative = (file: string) => posix.relative(posix.dirname(page.file), file);
  if (to) return { href: `${relative(to.file)}${hash === undefined ? '' : `#${hash}`}` };
  if (!existsSync(join(ROOT, wanted))) return { href: target };
  if (statSync(join(ROOT, wanted)).isDirectory()) return { href: undefined };
  const copy = `files/${wanted}`;
  return { href: relative(copy), copies: { from: wanted, to: copy } };
}

/** The page as Markdown, beside its HTML: the source, but for links that lead elsewhere from there. */
export function markdownOf(page: Page, pages: readonly Page[]): string {
  const asMarkdown = (one: Page): Page => ({ ...one, file: one.file.replace(/html$/, 'md') });
  const others = pages.map(asMarkdown);
  // Code is left as it is.
  return page.markdown.replaceAll(
    /^```[^]*?^```$|`[^`]*`|\[((?:`[^`]*`|[^[\]`])*)\]\(([^()\s]+)\)/gm,
    (whole: string, text: string | undefined, target: string) => {
      if (text === undefined) return whole;
      const { href } = linkFrom(asMarkdown(page), target, others);
      return href === undefined ? text : `[${text}](${href})`;
    },
  );
}

/** Groups of the navigation that a program may leave out. */
const OPTIONAL = ['Decisions', 'En español'];

/** All pages for a program, as https://llmstxt.org has it. */
export function llmsText(pages: readonly Page[]): string {
  const groups = Object.groupBy(pages, ({ group }) => (OPTIONAL.includes(group) ? 'Optional' : group));
  const home = pages.find(({ file }) => file === 'index.html')!;
  const sections = Object.entries(groups).map(([group, some]) => {
    const lines = some!.map(({ title, file, markdown }) => {
      const says = ['Reference', 'Optional'].includes(group) ? '' : `: ${firstSentence(markdown)}`;
      return `- [${title}](${file.replace(/html$/, 'md')})${says}`;
    });
    return `## ${group}\n\n${lines.join('\n')}\n`;
  });
  return [`# Folio\n\n> ${firstSentence(home.markdown)}\n`, ...sections].join('\n');
}

/** First sentence below the title, in plain words. */
function firstSentence(markdown: string): string {
  const paragraph = markdown.split(/\n{2,}/).find((block) => /^[\p{L}"“*]|^`(?!``)/u.test(block)) ?? '';
  const plain = paragraph
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/\s+|\*\*/g, ' ')
    .trim();
  return /^.*?[.?](?= |$)/.exec(plain)?.[0] ?? plain;
}

/** As GitHub makes an anchor of a heading, since the Markdown is read there too. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');
}
