// The walls of the architecture as data, and the pure functions that find a breach of them. `test/tidy.test.ts` runs them.
import { matchesGlob, posix } from 'node:path';
import { argumentsOf, definingFiles, importsOf, withoutComments, type Import, type Source } from './sources.ts';

export interface Wall {
  name: string;
  because: string;
  /** One sentence for each breach. */
  breaches(sources: readonly Source[]): string[];
}

// --- What is where

// A folder may reach what stands in an earlier row.
const LAYERS = [
  ['platform'],
  ['fiscal', 'texts'],
  ['tenancy'],
  ['access', 'numbers'],
  ['jobs'],
  ['requests'],
  ['graphql'],
  ['files'],
  ['company'],
  ['acts', 'events', 'presence'],
  ['webhooks', 'retention'],
  ['catalog', 'stock'],
  ['sales', 'purchasing', 'rollups', 'counts', 'transfers'],
  ['pac', 'certification', 'invoicing'],
  ['analytics', 'reports', 'tills'],
  ['today'],
  ['api'],
  ['verbs'],
  ['rest', 'mcp'],
  ['canary'],
  ['wiring'],
  ['cli'],
];

/** Layers of the dashboard, from the ground up. */
const DASHBOARD_LAYERS = [
  ['format/**', '{clock,router,store,stored,till,use-now}.ts'],
  ['{appearance,draft,session}.ts'],
  ['api/**'],
  ['texts/**', 'viewer.tsx'],
  ['rules/**'],
  ['parts/**'],
  ['counter/**'],
  ['pages/**'],
  ['routes.ts'],
  ['{frame,shortcuts}.tsx'],
  ['app.tsx', 'main.tsx'],
].map((layer) => layer.map((glob) => `web/src/${glob}`));

const SIDEWAYS = [
  // Makes of PAC are settings of a company.
  ['company', 'pac'],
  ['stock', 'catalog'],
  ['certification', 'pac'],
  ['invoicing', 'certification'],
  ['invoicing', 'pac'],
];

/** The rooms of a module, each of which may reach its ground and the rooms before it. */
const ROOMS: Record<string, readonly string[]> = { certification: ['verdict', 'notices', 'requests', 'watch'] };
/** Files that show a module's rooms to others. */
const ROOFS = ['src/*/{index,graphql,http,jobs}.ts'];

// Folders without a face of their own: every file of them is meant for others.
const FACELESS = ['platform', 'fiscal', 'texts', 'graphql', 'api', 'canary', 'cli', 'wiring'];

/** The judge of adapters speaks with a PAC as an adapter does. */
const IN_THE_PAC = ['kits/conformance/*.ts'];

/** Readers of a file of another module; `index.ts` is there for all. */
const FACES: Record<string, { seenBy: string[]; kind?: Import['kind'] }> = {
  // The type of a row is no secret: the type of the database tells it anyway.
  'tables.ts': { seenBy: ['{src,kits}/**'], kind: 'type' },
  // Its types and lookups, for the part of the contract that points at them.
  'graphql.ts': { seenBy: ['src/api/schema.ts', 'src/*/graphql{,-*}.ts'] },
  'http.ts': { seenBy: ['src/wiring/server.ts'] },
  'jobs.ts': { seenBy: ['src/wiring/app.ts'] },
};

// Rules that run without a world: no database, no queue, no clock.
const PURE = [
  'src/acts/signed-head.ts',
  'src/analytics/{coverage,window}.ts',
  'src/catalog/{contact,item,office,own-words,party,text}.ts',
  'src/certification/{as-tenant-is-now,issuer,pac-environment,tell-event,delays}.ts',
  'src/certification/requests/request-step.ts',
  'src/certification/verdict/whose-answer.ts',
  'src/events/{catalogue,event}.ts',
  'src/fiscal/*.ts',
  'src/invoicing/{invoice-status,credit-amounts,credit-together,pac-payload,payment-terms,payment-parts}.ts',
  'src/invoicing/payload/*.ts',
  'src/invoicing/evidence/check-bundle.ts',
  'src/invoicing/import/{calendar,sales-line}.ts',
  'src/pac/{answer,certified-file,fields,json,payload,payload-totals,recount-file,signature}.ts',
  'src/pac/alanube/{outcomes,wire}.ts',
  'src/pac/hka/{codes,document,name,outcomes}.ts',
  'src/pac/ebi/soap.ts',
  'src/platform/{days,decimal,errors,file-hosts,is-record,printable,xml}.ts',
  'src/purchasing/purchase-order.ts',
  'src/requests/key.ts',
  'src/sales/order.ts',
  'src/stock/{average-cost,source-type}.ts',
  'src/access/claims.ts',
  'src/company/tenant-settings.ts',
  'src/tenancy/{act-chain,actor,tenant}.ts',
  'src/webhooks/{address,pauses}.ts',
  'src/texts/{say,es,evidence}.ts',
];
const PURE_PACKAGES = ['big.js', 'saxen', 'zod', 'node:buffer', 'node:crypto', 'node:net'];

const PROGRAMS = [
  'src/main.ts',
  'src/cli/folio.ts',
  'simulator/main.ts',
  'migrations/{[0-9]*_*,baseline}.ts',
  'bench/*.ts',
  'test/{run,check,model,fuzz}.ts',
  'test/faults/{campaign,mutants}.ts',
  'test/support/report.ts',
];
const TESTS = ['**/*.test.ts', '**/test-support.ts', 'test/**'];

function isIn(path: string, globs: readonly string[]): boolean {
  return globs.some((glob) => matchesGlob(path, glob));
}

function moduleOf(path: string): string | undefined {
  if (!path.startsWith('src/')) return undefined;
  const [, folder, file] = path.split('/');
  return file === undefined ? 'wiring' : folder;
}

function layerOf(module: string): number {
  return LAYERS.findIndex((layer) => layer.includes(module));
}

/** Code of ours that is not a test. */
function programFiles(sources: readonly Source[], ...globs: string[]): Source[] {
  return sources.filter(({ path }) => isIn(path, globs) && !isIn(path, TESTS));
}

function byPath(sources: readonly Source[]): Map<string, Source> {
  return new Map(sources.map((source) => [source.path, source]));
}

function says({ from, to }: Import): string {
  return `${from} imports ${to}`;
}

function packageOf(to: string): string {
  return to
    .split('/')
    .slice(0, to.startsWith('@') ? 2 : 1)
    .join('/');
}

function lineOf(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}

// --- Kinds of walls

/** No file in `from` imports any of `never`, but for the files in `except`. */
function mayNotImport(wall: {
  name: string;
  because: string;
  from: string[];
  except?: string[];
  never: (to: string, taken: Import) => boolean;
  typesToo?: boolean;
}): Wall {
  return {
    name: wall.name,
    because: wall.because,
    breaches: (sources) =>
      sources
        .filter(({ path }) => isIn(path, wall.from) && !isIn(path, wall.except ?? []))
        .flatMap(importsOf)
        .filter((taken) => (wall.typesToo || taken.kind === 'value') && wall.never(taken.to, taken))
        .map(says),
  };
}

/** No code in `from` contains the words, but for the files in `except`. */
function mayNotSay(wall: {
  name: string;
  because: string;
  from: string[];
  except?: string[];
  words: RegExp;
  /** Comments count as well. */
  anywhere?: boolean;
}): Wall {
  return {
    name: wall.name,
    because: wall.because,
    breaches: (sources) =>
      sources
        .filter(({ path }) => isIn(path, wall.from) && !isIn(path, wall.except ?? []))
        .flatMap(({ path, text }) => {
          const read = wall.anywhere ? text : withoutComments(text);
          return [...read.matchAll(new RegExp(wall.words, `${wall.words.flags}g`))].map(
            (found) => `${path}:${lineOf(read, found.index)} says ${found[0].trim()}`,
          );
        }),
  };
}

/** Two words of one list beside each other, or in one condition: the list, or a part of it that has a name in src/fiscal. */
const LISTS_OF_THE_LAW = [
  '(?:PAC|DGI)_(?:AUTHORIZED|REJECTED)',
  'INVOICE|CREDIT_NOTE|DEBIT_NOTE',
  'DGI|PROFORM|DGI_IMPORT',
  'CONTRIBUYENTE|CONSUMIDOR_FINAL|GOBIERNO|EXTRANJERO',
].map(
  (words, list) =>
    `(?:(?<subject${list}>[\\w.?]+) [!=]== )?'(?:${words})'(?:\\s*[,|]\\s*| (?:\\|\\||&&) \\k<subject${list}> [!=]== )'(?:${words})'`,
);
const SUBMISSION_STATES = `'NOT_REQUIRED'\\s*[,|]\\s*'`;
const ITBMS_RATES = `\\b7'?(?:: '\\d+')?,\\s*(?:'\\d+': )?'?10'?(?:: '\\d+')?,\\s*(?:'\\d+': )?'?15\\b`;

/** Only `writers` set the column of a row that exists. */
function oneWriter(wall: { name: string; because: string; column: string; writers: string[] }): Wall {
  const { name, because, column, writers } = wall;
  const inObject = new RegExp(`(^|[{,])\\s*['"]?${column}['"]?\\s*([:,}]|$)`);
  const inSql = new RegExp(`\\bset\\b(?:(?!\\bwhere\\b|\\bfrom\\b|\`)[^;])*?\\b${column}\\s*=`, 'i');
  return {
    name,
    because,
    breaches: (sources) =>
      programFiles(sources, '{src,kits}/**')
        .filter(({ path }) => !isIn(path, writers))
        .filter(({ text }) => {
          const code = withoutComments(text);
          const given = [...argumentsOf(code, 'set'), ...argumentsOf(code, 'doUpdateSet')];
          return given.some((argument) => inObject.test(argument)) || inSql.test(code);
        })
        .map(({ path }) => `${path} sets ${column}`),
  };
}

const WRITES =
  /\.(?:insertInto|updateTable|deleteFrom|mergeInto|replaceInto)\(\s*'(?<built>\w+)|\b(?:insertRows|adding|addRow|changing)\(\s*\w+,\s*'(?<rows>\w+)|\b(?:insert\s+into|delete\s+from|merge\s+into|truncate(?:\s+table)?)\s+(?<said>\w+)|\bupdate\s+(?<changed>\w+)(?:\s+(?:as\s+)?\w+)?\s+set\b/gi;

/** The tables that the code writes to. */
function writtenTables(source: Source): string[] {
  const found = [...withoutComments(source.text).matchAll(WRITES)].map(({ groups }) => groups!);
  return [...new Set(found.map((table) => (table['built'] ?? table['rows'] ?? table['said'] ?? table['changed'])!))];
}

/** Table → the module whose tables.ts lists it. */
function ownersOfTables(sources: readonly Source[]): Map<string, string> {
  const owners = new Map<string, string>();
  for (const { path, text } of sources.filter((source) => isIn(source.path, ['src/*/tables.ts']))) {
    const list = /interface Database \{(?<rows>[^}]*)\}/.exec(withoutComments(text))?.groups?.['rows'] ?? '';
    for (const [, table] of list.matchAll(/(\w+):/g)) owners.set(table!, moduleOf(path)!);
  }
  return owners;
}

// --- Walls with a shape of their own

const layers: Wall = {
  name: 'a folder reaches only what stands below it',
  because: 'a change is understood by reading downwards',
  breaches(sources) {
    return programFiles(sources, 'src/**')
      .flatMap(importsOf)
      .filter(({ from, to }) => {
        const [here, there] = [moduleOf(from), moduleOf(to)];
        if (here === undefined || there === undefined || here === there) return false;
        const reaches = layerOf(here) > layerOf(there) || SIDEWAYS.some(([a, b]) => a === here && b === there);
        return layerOf(here) < 0 || layerOf(there) < 0 || !reaches;
      })
      .map(says);
  },
};

const dashboardLayers: Wall = {
  name: 'a folder of the dashboard reaches only what stands below it',
  because: 'what every page loads must not bring one page with it',
  breaches(sources) {
    return programFiles(sources, 'web/src/**')
      .flatMap(importsOf)
      .filter(({ from, to }) => {
        if (!to.startsWith('web/src/') || to.endsWith('.css')) return false;
        const [here, there] = [from, to].map((path) => DASHBOARD_LAYERS.findIndex((layer) => isIn(path, layer)));
        return here! < there! || here! < 0 || there! < 0;
      })
      .map(says);
  },
};

/** -1: the ground of its module. */
function roomOf(path: string): number {
  const [, folder, room, file] = path.split('/');
  return file === undefined ? -1 : (ROOMS[folder!]?.indexOf(room!) ?? -1);
}

const rooms: Wall = {
  name: 'a room of a module reaches only its ground and the rooms before it',
  because: 'a module of many files is read in one direction as well',
  breaches(sources) {
    return programFiles(sources, ...Object.keys(ROOMS).map((folder) => `src/${folder}/**`))
      .filter(({ path }) => !isIn(path, ROOFS))
      .flatMap(importsOf)
      .filter(({ from, to }) => moduleOf(from) === moduleOf(to) && roomOf(to) > roomOf(from))
      .map(says);
  },
};

const faces: Wall = {
  name: 'a module shows others its index.ts and nothing else',
  because: 'one face per customer',
  breaches(sources) {
    return programFiles(sources, '{src,kits}/**')
      .filter(({ path }) => !isIn(path, IN_THE_PAC))
      .flatMap(importsOf)
      .filter(({ from, to, kind }) => {
        const [here, there] = [moduleOf(from), moduleOf(to)];
        if (there === undefined || FACELESS.includes(there) || posix.basename(to) === 'index.ts') return false;
        const face = FACES[to.split('/').slice(2).join('/')];
        // Not even its own module looks into an edge that faces the outside.
        if (here === there) return face !== undefined && ['graphql.ts', 'http.ts'].includes(posix.basename(to));
        return face === undefined || !isIn(from, face.seenBy) || (face.kind !== undefined && face.kind !== kind);
      })
      .map(says);
  },
};

const narrowFaces: Wall = {
  name: 'index.ts shows only names that another module or a test imports',
  because: 'who changes a module knows by its face whom it concerns',
  breaches(sources) {
    const asked = new Set(
      sources
        .flatMap(importsOf)
        .filter(({ from, to }) => moduleOf(from) !== moduleOf(to))
        .flatMap(({ to, names }) => names.map((name) => `${to} ${name}`)),
    );
    return sources
      .filter(({ path }) => isIn(path, ['src/*/index.ts']))
      .flatMap((face) => importsOf(face).flatMap(({ names }) => names.map((name) => `${face.path} ${name}`)))
      .filter((name) => !asked.has(name))
      .map((name) => `no file imports ${name}`);
  },
};

const readsOnly: Wall = {
  name: 'analytics writes nothing, and calls no module that does',
  because: 'a question reads every table and changes none',
  breaches(sources) {
    const all = byPath(sources);
    const own = programFiles(sources, 'src/analytics/**');
    const writes = own.filter((source) => writtenTables(source).length > 0).map(({ path }) => `${path} writes`);
    const asks = own
      .flatMap(importsOf)
      .filter(({ kind }) => kind === 'value')
      .flatMap((taken) => definingFiles(taken, all).map((path) => ({ taken, path })))
      .filter(({ path }) => all.has(path) && writtenTables(all.get(path)!).length > 0)
      .map(({ taken, path }) => `${taken.from} imports ${taken.names.join(', ')} from ${path}, which writes`);
    return [...writes, ...asks];
  },
};

const pureFiles: Wall = {
  name: 'rules run without a world',
  because: 'a rule that needs a database or a clock cannot be shown as a table',
  breaches(sources) {
    const all = byPath(sources);
    const pure = sources.filter(({ path }) => isIn(path, PURE) && !isIn(path, TESTS));
    const reaching = pure
      .flatMap(importsOf)
      .filter(({ kind }) => kind === 'value')
      .flatMap((taken) => definingFiles(taken, all).map((path) => ({ taken, path })))
      .filter(({ path }) =>
        path.includes('/') && all.has(path) ? !isIn(path, PURE) : !PURE_PACKAGES.includes(packageOf(path)),
      )
      .map(({ taken, path }) => `${taken.from} imports ${path}`);
    const waiting = pure
      .filter(({ text }) => /\bawait\b/.test(withoutComments(text)))
      .map(({ path }) => `${path} waits for something`);
    return [...reaching, ...waiting];
  },
};

/** Writers of other modules' tables: the past is written whole, and a movement moves the average cost. */
const FOREIGN_WRITERS: Record<string, string[]> = {
  // Place of a tenant among several installations.
  'kits/groups/tenant-move.ts': ['tenants'],
  'kits/groups/move-rows.ts': ['tenants'],
  // A company writes its tenant, and is closed with its sessions.
  'src/company/create-tenant.ts': ['tenants'],
  'src/company/refused-credentials.ts': ['tenants'],
  'src/company/suspend-tenant.ts': ['tenants', 'dashboard_sessions'],
  'src/company/update-tenant.ts': ['tenants'],
  'src/company/webhook-secret.ts': ['tenants'],
  // Secrets of its webhooks stand in the tenant's row, which no statement of the tenant reads.
  'src/webhooks/endpoint-secrets.ts': ['tenants'],
  'src/invoicing/write-past-documents.ts': ['fiscal_documents'],
  // A delivery ends with its event.
  'src/events/expire-events.ts': ['webhook_deliveries'],
  'src/stock/move-goods.ts': ['items'],
};

const ownTables: Wall = {
  name: 'a table is written by its own module alone',
  because: 'every fact has one writer, and the writer is found by the name of the folder',
  breaches(sources) {
    const owners = ownersOfTables(sources);
    return programFiles(sources, '{src,kits}/**').flatMap((source) =>
      writtenTables(source)
        .filter((table) => owners.has(table) && owners.get(table) !== moduleOf(source.path))
        .filter((table) => ![table, '*'].some((name) => FOREIGN_WRITERS[source.path]?.includes(name)))
        .map((table) => `${source.path} writes ${table}, which belongs to ${owners.get(table)}`),
    );
  },
};

// The second is the first for history by the thousand; the third counts positions anew, under a role that may change no other column.
const LEDGER_WRITERS = ['record-movements.ts', 'record-history.ts', 'rebuild-ledger.ts'].map(
  (file) => `src/stock/${file}`,
);

const oneLedgerWriter: Wall = {
  name: 'only stock/record-movements.ts and record-history.ts write the ledger',
  because: 'a running balance holds only if every row comes out of the statement that locks the level',
  breaches: (sources) =>
    programFiles(sources, '{src,kits}/**')
      .filter(({ path }) => !LEDGER_WRITERS.includes(path))
      .filter((source) => writtenTables(source).includes('inventory_logs'))
      .map(({ path }) => `${path} writes inventory_logs`),
};

const cycles: Wall = {
  name: 'no file imports itself in the end',
  because: 'what goes in a circle cannot be read in order',
  breaches(sources) {
    const all = byPath(sources);
    const next = new Map(
      sources.map((source) => [
        source.path,
        importsOf(source)
          .filter(({ to, kind }) => kind !== 'file' && all.has(to))
          .map(({ to }) => to),
      ]),
    );
    const done = new Set<string>();
    const found: string[] = [];
    const walk = (path: string, trail: readonly string[]): void => {
      const seen = trail.indexOf(path);
      if (seen >= 0) found.push([...trail.slice(seen), path].join(' → '));
      if (seen >= 0 || done.has(path)) return;
      for (const to of next.get(path) ?? []) walk(to, [...trail, path]);
      done.add(path);
    };
    for (const path of next.keys()) walk(path, []);
    return found;
  },
};

const orphans: Wall = {
  name: 'every file is needed by a program, or by a test if it is there for tests',
  because: 'a file without an importer is read, kept and mended for nothing',
  breaches(sources) {
    const all = byPath(sources);
    const reachedFrom = (roots: readonly string[]): Set<string> => {
      const reached = new Set(roots);
      for (const path of reached) for (const { to } of importsOf(all.get(path)!)) if (all.has(to)) reached.add(to);
      return reached;
    };
    const code = sources
      .map(({ path }) => path)
      // The compiler finds by itself what only declares.
      .filter((path) => !path.endsWith('.d.ts') && !isIn(path, ['src/*/tables.ts']))
      .filter((path) => isIn(path, ['{src,kits,simulator,migrations,bench,test}/**/*.ts', 'test/*.ts']));
    const programs = reachedFrom(code.filter((path) => isIn(path, PROGRAMS)));
    const tests = reachedFrom(code.filter((path) => path.endsWith('.test.ts')));
    return code
      .filter((path) => !(isIn(path, TESTS) ? programs.has(path) || tests.has(path) : programs.has(path)))
      .map((path) => `no file imports ${path}`);
  },
};

const opening: Wall = {
  name: 'a file opens with a sentence that says what it is for',
  because: 'a reader decides by it whether to read on',
  breaches: (sources) =>
    sources
      .filter(({ path }) =>
        isIn(path, ['{src,kits,simulator,migrations,bench,test,bin}/**/*.{ts,mjs}', 'web/src/**/*.{ts,tsx}']),
      )
      .filter(({ path }) => !path.endsWith('.test.ts'))
      .filter(({ text }) => {
        const comment = /^(?:#!.*\n)?(?:\/\*\*?(?<block>[\s\S]*?)\*\/|(?<lines>(?:\/\/.*\n?)+))/.exec(text)?.groups;
        const sentence = (comment?.['block'] ?? comment?.['lines'] ?? '').replaceAll(/^\s*(\/\/|\*)\s?/gm, '').trim();
        return !/^[\p{L}\d`'"“(/]/u.test(sentence) || !/[.!?)`:]$/.test(sentence) || sentence.split(/\s+/).length < 3;
      })
      .map(({ path }) => `${path} does not open with a sentence`),
};

const pointers: Wall = {
  name: 'what a document points at exists',
  because: 'a reader who is sent nowhere does not follow the next pointer',
  breaches(sources) {
    const exists = (path: string): boolean =>
      sources.some((source) => source.path === path || source.path.startsWith(`${path}/`));
    const answers = sources.find(({ path }) => path === 'docs/open-questions.md')?.text ?? '';
    const links = sources
      .filter(({ path }) => path.endsWith('.md'))
      .flatMap(({ path, text }) =>
        [...text.matchAll(/\]\((?!\w+:|#)(?<to>[^)#\s]+)/g)].map(({ groups }) => ({
          path,
          to: posix.join(posix.dirname(path), groups!['to']!).replace(/\/$/, ''),
        })),
      )
      .filter(({ to }) => !exists(to))
      .map(({ path, to }) => `${path} points at ${to}`);
    // A changelog speaks of the tree as it was.
    const places = sources
      .filter(({ path }) => path.endsWith('.md') && path !== 'CHANGELOG.md')
      .flatMap(({ path, text }) =>
        [...text.matchAll(/`(?<to>[\w@.-]+(?:\/[\w.-]+)+\.(?:tsx?|mjs|md)|[\w.-]+(?:\/[\w.-]+)*(?=\/`))/g)].map(
          ({ groups }) => ({ path, to: groups!['to']! }),
        ),
      )
      .filter(({ path, to }) => !['', 'src', 'test', posix.dirname(path)].some((from) => exists(posix.join(from, to))))
      .map(({ path, to }) => `${path} points at ${to}`);
    const rows = new Set([...answers.matchAll(/^\|\s*(\d+)\s*\|/gm)].map(([, row]) => row!));
    const references = sources
      .filter(({ path }) => isIn(path, ['{src,kits,migrations,web,test,bench}/**/*.{ts,tsx}']))
      .flatMap(({ path, text }) =>
        [...text.matchAll(/\banswers? (\d+)(?:(?:,| and) (\d+))*/g)].flatMap((found) =>
          found
            .slice(1)
            .flatMap((row) => (row === undefined || rows.has(row) ? [] : [`${path} speaks of answer ${row}`])),
        ),
      );
    return [...links, ...places, ...references];
  },
};

/** A user of the operating system, and a record that describes what was replaced. */
const OLD_WORDS_ALLOWED = [
  'src/platform/local-server/programs.ts',
  'docs/operations.md',
  'docs/decisions/{0001,0020}-*.md',
  'simulator/journal.test.ts',
  'test/support/{walls,wall-proofs}.ts',
];
const OLD_WORDS = /\b(?:nobody|whoever|somebody|anybody|he|his|him|himself|ghost|visitor|farewell|haunts?)\b/gi;

const plainWords: Wall = {
  name: 'a sentence names the component that it speaks of',
  because: 'a reader cannot search for "whoever", and a ghost is a canary in every book',
  breaches: (sources) =>
    sources
      .filter(({ path }) => /\.(?:tsx?|mjs|md)$/.test(path) && !isIn(path, OLD_WORDS_ALLOWED))
      .flatMap(({ path, text }) => [...text.matchAll(OLD_WORDS)].map(([word]) => `${path} says "${word}"`)),
};

const dataFiles: Wall = {
  name: 'no file is larger than a megabyte',
  because: 'a repository holds the source, not the data',
  breaches: (sources) =>
    sources.filter(({ bytes }) => bytes > 1_000_000).map(({ path, bytes }) => `${path} has ${bytes} bytes`),
};

const namedFiles: Wall = {
  name: 'a file is a noun or a verb, never a drawer',
  because: 'no reader looks for a rule in a file called helpers',
  breaches: (sources) =>
    sources
      .filter(({ path }) =>
        /(^|[/-])(utils?|helpers?|misc|common|shared|stuff|services?|managers?)([./-]|$)/.test(path),
      )
      .map(({ path }) => `${path} is called after no subject`),
};

const HTTP_CLIENTS = [
  'undici',
  'node:http',
  'node:https',
  'node:http2',
  'http',
  'https',
  'axios',
  'got',
  'ky',
  'aws4fetch',
  'node-fetch',
];
// Joined, so that this file does not find itself.
export const MACHINE_FOLDERS = ['work', 'farm'].map((name) => `/${name}/`) as [string, string];

export const WALLS: readonly Wall[] = [
  layers,
  dashboardLayers,
  rooms,
  faces,
  narrowFaces,
  mayNotImport({
    name: 'the PAC’s client knows nothing of ours but platform/ and fiscal/',
    because: 'it knows the PAC’s documents, not our business, and could be published tomorrow',
    from: ['src/pac/**', 'kits/conformance/**'],
    except: ['kits/conformance/command.ts', ...TESTS],
    never: (to) =>
      to.includes('/')
        ? !/^(src\/(pac|platform|fiscal)|kits\/conformance)\//.test(to) &&
          /^(src|kits|simulator|test|web|bench|migrations)\//.test(to)
        : false,
    typesToo: true,
  }),
  mayNotImport({
    name: 'an adapter of a PAC is named by the registry and the conformance command alone',
    because: 'all else speaks to any PAC by its face, so that a second one is a folder and a line',
    from: ['{src,kits}/**'],
    except: ['src/pac/*/**', 'src/pac/makes.ts', 'kits/conformance/{command,alanube}.ts', ...TESTS],
    never: (to) => /^src\/pac\/[^/]+\//.test(to),
    typesToo: true,
  }),
  mayNotSay({
    name: 'paths, headers and parameters of a PAC stand in its adapter',
    because: 'a second PAC has others',
    from: ['{src,kits}/**'],
    except: ['src/pac/alanube/**', 'kits/conformance/alanube.ts', '{src,kits}/**/*.test.ts'],
    words: /['"`]\/pan\/v1|x-pac-signature|\bidCompany\b/i,
  }),
  mayNotImport({
    name: 'REST and the tools of assistants reach rules by the verbs alone',
    because: 'a rule that a face had of its own would differ from the one of GraphQL',
    from: ['src/{rest,mcp}/**'],
    except: TESTS,
    never: (to) =>
      /^src\/(?!(?:rest|mcp|verbs|platform|texts|tenancy|access|requests|jobs|graphql)\/|(?:api\/(?:schema|http-refusal)|fiscal\/document)\.ts)/.test(
        to,
      ),
    typesToo: true,
  }),
  mayNotImport({
    name: 'commands that are operations reach rules by the verbs alone',
    because: 'the command line is a face as REST is: a rule of its own would differ',
    from: ['src/cli/{operations,as-operator}.ts'],
    never: (to) => /^src\/(?!(?:cli|verbs|platform|tenancy|access)\/)/.test(to),
    typesToo: true,
  }),
  mayNotImport({
    name: 'the law depends on nothing but exact decimals',
    because: 'service, simulator and dashboard share it',
    from: ['src/fiscal/**'],
    except: TESTS,
    never: (to) => !to.startsWith('src/fiscal/') && to !== 'src/platform/decimal.ts',
    typesToo: true,
  }),
  mayNotSay({
    name: 'the words and rates of the law are listed in src/fiscal alone',
    because: 'a new one is added in one place; a single word is checked by its type',
    from: ['{src,kits,simulator,bench}/**', 'web/src/**'],
    // The dashboard's requests are printed from the contract.
    except: ['src/fiscal/**', 'web/src/api/**', ...TESTS],
    words: new RegExp([...LISTS_OF_THE_LAW, SUBMISSION_STATES, ITBMS_RATES].join('|')),
  }),
  mayNotImport({
    name: 'only the PAC’s client calls out: no other HTTP client',
    because: 'outbound calls leave through one module',
    from: ['{src,kits}/**'],
    except: [
      'src/pac/**',
      'src/platform/guarded-agent.ts',
      'src/webhooks/send.ts',
      'src/files/s3-store.ts',
      // It hands requests on to groups of tenants.
      'kits/groups/router.ts',
      '{src,kits}/**/*.test.ts',
    ],
    never: (to, { names }) =>
      HTTP_CLIENTS.includes(packageOf(to)) && !(to === 'node:http' && names.every((name) => name === 'createServer')),
  }),
  mayNotImport({
    name: 'only signing-keys.ts fetches keys from an address',
    because: 'jose calls out when it is asked to',
    from: ['{src,kits}/**'],
    except: ['src/access/signing-keys.ts'],
    never: (to, { names }) => to === 'jose' && names.some((name) => /^(createRemoteJWKSet|\*)$/.test(name)),
  }),
  mayNotSay({
    name: 'only the PAC’s client calls out: no fetch',
    because: 'outbound calls leave through one module',
    from: ['{src,kits}/**'],
    // An operator's command asks the service itself whether it answers.
    except: [
      'src/cli/ask-route.ts',
      'src/pac/**',
      'src/files/s3-store.ts',
      'src/access/signing-keys.ts',
      '{src,kits}/**/*.test.ts',
    ],
    words: /(?<![\w.$]|function )fetch\(|\bglobalThis\.fetch\b|\bnew (WebSocket|EventSource|XMLHttpRequest)\(/,
  }),
  mayNotImport({
    name: 'only the doors of the database and the PAC open sockets',
    because: 'an HTTP client can be written on a socket',
    from: ['{src,kits}/**'],
    except: [
      'src/pac/**',
      'src/platform/{file-hosts,postgres}.ts',
      'src/platform/local-server/**',
      '{src,kits}/**/*.test.ts',
    ],
    never: (to, { names }) =>
      /^node:(net|tls|dgram)$/.test(to) && names.some((name) => !/^(createServer|isIP\w*)$/.test(name)),
  }),
  mayNotSay({
    name: 'only certification submits, voids, downloads and sends',
    because: 'legal life is one module’s business',
    from: ['{src,kits}/**'],
    except: ['src/certification/**', 'src/pac/**', 'kits/conformance/**'],
    words: /\bpac\.(submit|fetchDocument|voidDocument|download(?:Pdf|Xml)|sendByEmail)\b/,
  }),
  mayNotImport({
    name: 'only the schema and the day’s board ask analytics',
    because: 'questions have no callers inside',
    from: ['{src,kits}/**'],
    except: ['src/analytics/**', 'src/today/**', 'src/api/schema.ts'],
    never: (to) => to.startsWith('src/analytics/'),
    typesToo: true,
  }),
  readsOnly,
  mayNotImport({
    name: 'the ledger does not know why stock moves',
    because: 'it knows the source type, which is enough',
    from: ['src/{stock,catalog}/**'],
    never: (to) => /^src\/(invoicing|certification|sales|purchasing)\//.test(to),
    typesToo: true,
  }),
  mayNotImport({
    name: 'legal life does not know the business that follows from it',
    because: 'what follows from a verdict is told to it by app.ts, as a hook',
    from: ['src/certification/**'],
    never: (to) => /^src\/(invoicing|sales|stock|purchasing)\//.test(to),
    typesToo: true,
  }),
  pureFiles,
  mayNotImport({
    name: 'only the edges speak the wire',
    because: 'a verb can be called from a command line as well',
    from: ['src/**'],
    except: [
      'src/{graphql,api,canary,verbs,rest,mcp}/**',
      'src/*/graphql{,-*}.ts',
      'src/*/http.ts',
      'src/main.ts',
      'src/{cli,wiring}/**',
      '{src,kits}/**/*.test.ts',
    ],
    never: (to) =>
      /^(graphql|graphql-yoga|fastify|fastify-plugin|@(fastify|pothos|graphql-yoga)\/.*|dataloader)$/.test(
        packageOf(to),
      ) || to.startsWith('src/graphql/'),
    typesToo: true,
  }),
  mayNotImport({
    name: 'a list of tables imports nothing of ours but the law and the kinds of rows',
    because: 'it is part of the type of the database, which every module has',
    from: ['src/*/tables.ts'],
    never: (to) => to.includes('/') && !/^(@|src\/fiscal\/|src\/platform\/database\.ts$)/.test(to),
    typesToo: true,
  }),
  ownTables,
  oneLedgerWriter,
  oneWriter({
    name: 'only certification/verdict/record-legal-status.ts moves a legal status',
    because: 'webhook, poll and operator end in the same step',
    column: 'legal_status',
    writers: ['src/certification/verdict/record-legal-status.ts'],
  }),
  oneWriter({
    name: 'only invoicing/refresh-invoice-status.ts moves an invoice status',
    because: 'the status is computed from all facts, never from the last one',
    column: 'invoice_status',
    writers: ['src/invoicing/refresh-invoice-status.ts'],
  }),
  mayNotSay({
    name: 'a tenant’s rows are reached only through inTenant',
    because: 'a query on the bare pool belongs to no tenant',
    from: ['src/*/**'],
    // The import has the planner count the new rows, which reads none.
    except: ['src/tenancy/in-tenant.ts', 'src/{platform,cli,wiring}/**', 'src/invoicing/import/import-sales.ts'],
    words: /\b(context|app)\.db\b/,
  }),
  mayNotImport({
    name: 'only the queue steps out of the tenant’s role',
    because: 'no policy checks a statement of the owner',
    from: ['{src,kits}/**'],
    except: ['src/jobs/queue.ts', 'src/company/**', 'src/webhooks/endpoint-secrets.ts', 'src/tenancy/**'],
    never: (_, { names }) => names.includes('asRole'),
  }),
  mayNotSay({
    name: 'only config.ts reads the environment',
    because: 'every setting is named, checked and documented in one place',
    from: ['{src,kits}/**'],
    except: ['src/wiring/config.ts', '{src,kits}/**/*.test.ts'],
    words: /\bprocess\.env\b/,
  }),
  mayNotSay({
    name: 'only platform/clock.ts asks the machine for the time',
    because: 'time is handed in, so that a test can move it',
    from: ['{src,kits}/**'],
    except: ['src/platform/clock.ts', '{src,kits}/**/*.test.ts'],
    words: /\bnew Date\b(?!\s*\(\s*[^\s)])|\bDate\.now\b/,
  }),
  mayNotSay({
    name: 'only web/src/clock.ts asks the device for the time',
    because: 'a business lives by the time of the service, and a device may be years off',
    from: ['web/src/**'],
    // Keys and places of what is kept, which only have to differ and to rise.
    except: ['web/src/{clock,rules/basket,counter/kept-sales}.ts', 'web/src/parts/typed-lines.tsx', ...TESTS],
    words: /\bnew Date\b(?!\s*\(\s*[^\s)])|\bDate\.now\b/,
  }),
  mayNotSay({
    name: 'a file is not found by the path of its address',
    because: 'a folder with a space in its name is %20 there',
    from: ['{src,kits,simulator,migrations,bench,test,bin}/**', 'test/*'],
    words: /new URL\([^)]*import\.meta\.url\s*\)\s*\.pathname/,
  }),
  mayNotImport({
    name: 'the service imports none of its tools',
    because: 'main.ts may start the simulator as a program, nothing more',
    from: ['src/**', 'migrations/**'],
    except: ['{src,kits}/**/*.test.ts'],
    never: (to, { kind }) => kind !== 'file' && /^(simulator|web|test|bench|bin)\//.test(to),
    typesToo: true,
  }),
  mayNotImport({
    name: 'the service names a kit only where it starts one',
    because: 'a kit stands beside the service, which runs without it',
    from: ['src/**'],
    except: ['src/main.ts', 'src/cli/files.ts', ...TESTS],
    never: (to) => to.startsWith('kits/'),
    typesToo: true,
  }),
  mayNotImport({
    name: 'the simulator shares only the law, the signature and Alanube’s wire with us',
    because: 'it must be able to disagree, and counts check digits of a RUC and money by itself',
    from: ['simulator/**'],
    never: (to) =>
      to.startsWith('src/') &&
      !/^src\/(pac\/(signature|alanube\/wire)|fiscal\/(?!ruc\.ts|money\.ts)[\w-]+)\.ts$/.test(to),
    typesToo: true,
  }),
  mayNotImport({
    name: 'the dashboard shares only the law and decimals with the service',
    because: 'what it shares is loaded by every browser, and web/build.ts knows when it has changed',
    from: ['web/src/**'],
    never: (to) => to.startsWith('src/') && !/^src\/(fiscal\/[\w-]+|platform\/(decimal|errors))\.ts$/.test(to),
    typesToo: true,
  }),
  cycles,
  orphans,
  opening,
  pointers,
  namedFiles,
  mayNotSay({
    name: 'no test stands alone or aside',
    because: 'what is switched off proves nothing',
    from: ['**/*.test.{ts,mjs}'],
    words: /\b(it|test|describe|suite)\.(only|skip|todo)\(|[{,]\s*(only|skip|todo): (true|'|")/,
  }),
  mayNotSay({
    name: 'a test of the dashboard waits as long as all do',
    because: 'a slow machine makes a test slow, never red',
    from: ['test/browser/*.test.ts'],
    words: /\bset(Default|DefaultNavigation)Timeout\(|\btimeout: \d|\bbrowser\.newContext\(/,
  }),
  mayNotSay({
    name: 'nothing is left for later',
    because: 'what is open belongs into docs/open-questions.md',
    from: ['{src,kits,simulator,migrations,bench}/**', 'web/src/**'],
    words: /\b(TODO|FIXME|XXX)\b|\bnot implemented\b/,
    anywhere: true,
  }),
  mayNotSay({
    name: 'no path of one machine is in the project',
    because: 'it runs on others',
    from: ['**', '.*', '.*/**'],
    words: new RegExp(`(?<![\\w.)}*~-])(${MACHINE_FOLDERS.join('|')})`),
    anywhere: true,
  }),
  mayNotSay({
    name: 'the lock file names no registry',
    because: 'each installation uses the registry that it trusts',
    from: ['**/package-lock.json', 'package-lock.json'],
    words: /"resolved": "\w+:/,
    anywhere: true,
  }),
  plainWords,
  mayNotSay({
    name: 'a comment begins with its subject',
    because: 'a reader wants the noun first: "Cost of one unit", not "What one costs"',
    from: ['**/*.{ts,tsx,mjs}'],
    // A migration that has landed stays as it is; the others are printed from the descriptions of the schema.
    except: ['migrations/**', 'packages/client/src/api.ts', 'web/src/api/answers.ts'],
    words: /^[ \t]*(?:\/\/|\/\*\*?|\*) (?:What|Of|Who|Where|Whose|Whatever|Those)\b.*/m,
    anywhere: true,
  }),
  dataFiles,
];

/** The globs of files that a wall speaks of by name; one that matches nothing protects nothing. */
export const NAMED_FILES: readonly string[] = [
  ...PURE,
  ...PROGRAMS.filter((glob) => !glob.startsWith('bench/')),
  ...LEDGER_WRITERS,
  'src/certification/verdict/record-legal-status.ts',
  'src/invoicing/refresh-invoice-status.ts',
  ...Object.keys(FOREIGN_WRITERS),
  'src/files/s3-store.ts',
  'src/access/signing-keys.ts',
  'src/tenancy/in-tenant.ts',
  'src/jobs/queue.ts',
  'src/api/schema.ts',
  'src/wiring/{app,server,config}.ts',
  'src/platform/{clock,postgres}.ts',
  'src/pac/signature.ts',
  'src/pac/alanube/wire.ts',
  'src/fiscal/{ruc,money}.ts',
];
