// Builds the site of the documentation into site/dist, from the Markdown as it stands, by Eleventy; served under /docs, and readable as files.
import { cp, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { runBuilder, type BuiltFolder } from '../web/built-folder.ts';
import { anchorOf, linkFrom, llmsText, markdownOf, readPages, ROOT, SPANISH, twinOf, type Page } from './pages.ts';

export const SITE: BuiltFolder = {
  name: 'The site of the documentation',
  program: import.meta.filename,
  sources: [
    '*.*',
    '../*.md',
    '../docs/**/*.*',
    '../{simulator,bench}/*.md',
    '../{examples,packages}/*/README.md',
    '../{ops,deploy}/*.*',
    '../schema.graphql',
    '../src/events/catalogue.ts',
  ],
  build: buildSite,
};

/** A part of a page below a heading, as the search knows it. */
interface Section {
  id: string;
  level: number;
  heading: string;
  text: string;
}

/** Parts of markdown-it that this file uses. */
interface Token {
  type: string;
  tag: string;
  content: string;
  children: Token[] | null;
  attrGet(name: string): string | null;
  attrSet(name: string, value: string): void;
  attrs: [string, string][] | null;
}
interface MarkdownIt {
  core: { ruler: { push(name: string, rule: (state: { tokens: Token[]; env: { own: Page } }) => void): void } };
}

async function buildSite(folder: string): Promise<void> {
  const { default: Eleventy } = await import('@11ty/eleventy');
  const pages = readPages();
  const sections = new Map<string, Section[]>(pages.map(({ file }) => [file, []]));
  const copies = new Map<string, string>();
  const own = import.meta.dirname;
  const groups = [...new Set(pages.map(({ group }) => group))].map((group) => ({
    group,
    pages: pages.filter((page) => page.group === group),
  }));
  const eleventy = new Eleventy(relative(ROOT, own), folder, {
    quietMode: true,
    config(settings) {
      settings.setUseGitIgnore(false);
      // Output of another build contains copies of Markdown files.
      settings.ignores.add('site/dist/**');
      settings.setIncludesDirectory('.');
      settings.setTemplateFormats(['md']);
      settings.amendLibrary('md', (library) => {
        (library as MarkdownIt).core.ruler.push('folio', ({ tokens, env }) => {
          for (const link of tokens.flatMap(({ children }) => children ?? [])) lead(link, env.own);
          sections.set(env.own.file, sectionsOf(tokens));
        });
      });
      settings.addFilter('sections', (file: string) => sections.get(file)!.filter(({ level }) => level === 2));
      for (const page of pages) {
        const base = '../'.repeat(page.file.split('/').length - 1);
        const { markdown, title, file, language } = page;
        const data = { own: page, twin: twinOf(page, pages), title, base, groups, language, spanish: SPANISH };
        settings.addTemplate(`${file}.md`, markdown, {
          ...data,
          layout: 'page.njk',
          permalink: file,
          templateEngineOverride: 'md',
        });
      }
      const lost = { file: '404.html', group: '', title: 'Not found', language: 'en' };
      settings.addTemplate('404.md', '# Not found\n\nThere is no such page; the search knows those that there are.', {
        ...{ own: lost, title: lost.title, base: '/docs/', groups, language: lost.language },
        ...{ layout: 'page.njk', permalink: lost.file, templateEngineOverride: 'md' },
      });
    },
  });
  await eleventy.write();

  function lead(link: Token, page: Page): void {
    const name = link.type === 'link_open' ? 'href' : link.type === 'image' ? 'src' : undefined;
    const target = name === undefined ? null : link.attrGet(name);
    if (name === undefined || target === null) return;
    const { href, ...rest } = linkFrom(page, target, pages);
    if ('copies' in rest && rest.copies) copies.set(rest.copies.from, rest.copies.to);
    if (href === undefined) link.attrs = link.attrs!.filter(([one]) => one !== name);
    else link.attrSet(name, href);
  }

  for (const [from, to] of copies) await cp(join(ROOT, from), join(folder, to), { recursive: true });
  for (const page of pages) await writeFile(join(folder, page.file.replace(/html$/, 'md')), markdownOf(page, pages));
  await writeFile(join(folder, 'llms.txt'), llmsText(pages));
  for (const file of ['style.css', 'search.js']) await cp(join(own, file), join(folder, file));
  const minisearch = createRequire(import.meta.url).resolve('minisearch');
  await cp(join(dirname(minisearch), '../umd/index.js'), join(folder, 'minisearch.js'));
  const entries = pages.flatMap(({ file, title, language }) =>
    sections.get(file)!.map(({ id, heading, text }) => ({ at: `${file}#${id}`, title, heading, text, language })),
  );
  // A script, because a page that was opened as a file may fetch nothing.
  await writeFile(join(folder, 'search-index.js'), `globalThis.folioSections = ${JSON.stringify(entries)};\n`);
}

/** Gives headings their anchors and cells their alignment by class, and tells what stands below each heading. */
function sectionsOf(tokens: readonly Token[]): Section[] {
  const found: Section[] = [];
  const taken = new Map<string, number>();
  for (const [at, token] of tokens.entries()) {
    const align = /^t[hd]$/.test(token.tag) ? token.attrGet('style') : null;
    if (align !== null) token.attrs = [['class', align.replace('text-align:', '')]];
    // A heading of a column that says nothing is none.
    if (token.type === 'th_open' && tokens[at + 1]!.content === '') token.tag = tokens[at + 2]!.tag = 'td';
    if (token.type === 'inline') {
      const words = (token.children ?? []).map(({ type, content }) => (type === 'softbreak' ? ' ' : content)).join('');
      if (tokens[at - 1]?.type !== 'heading_open') {
        const last = found.at(-1);
        if (last) last.text += `${words} `;
        continue;
      }
      const heading = tokens[at - 1]!;
      const anchor = anchorOf(words);
      const times = taken.get(anchor) ?? 0;
      taken.set(anchor, times + 1);
      const id = times === 0 ? anchor : `${anchor}-${times}`;
      heading.attrSet('id', id);
      found.push({ id, level: Number(heading.tag.slice(1)), heading: words, text: '' });
    }
  }
  return found;
}

await runBuilder(SITE);
