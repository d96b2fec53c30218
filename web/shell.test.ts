// The service worker of the dashboard, from one build to the next: an open page finds its parts, and a new one is of the new build.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { createContext, runInContext } from 'node:vm';

const ORIGIN = 'http://folio.test';
const SOURCE = await readFile(join(import.meta.dirname, 'offline-shell.js'), 'utf8');

/** One browser: its caches outlast a build, `served` is what the service has at the moment. */
function browser() {
  let served = new Map<string, string>();
  let isReached = true;
  const kept = new Map<string, Map<string, string>>();
  const path = (asked: string | Request): string =>
    new URL(typeof asked === 'string' ? asked : asked.url, ORIGIN).pathname;
  const fetched = (asked: string | Request): Promise<string> => {
    const body = served.get(path(asked).startsWith('/assets/') ? path(asked) : '/');
    return isReached && body !== undefined ? Promise.resolve(body) : Promise.reject(new Error(`no ${path(asked)}`));
  };
  const cacheOf = (name: string) => {
    if (!kept.has(name)) kept.set(name, new Map());
    const files = kept.get(name)!;
    return {
      match: (asked: string | Request) => Promise.resolve(files.get(path(asked))),
      async addAll(all: string[]) {
        for (const file of all) files.set(path(file), await fetched(file));
      },
    };
  };
  const caches = {
    open: (name: string) => Promise.resolve(cacheOf(name)),
    keys: () => Promise.resolve([...kept.keys()]),
    delete: (name: string) => Promise.resolve(kept.delete(name)),
    match: (asked: Request) => Promise.resolve([...kept.values()].map((files) => files.get(path(asked))).find(Boolean)),
  };
  // A worker's patience outlasts its test.
  const patient = (act: () => void, ms: number) => setTimeout(act, ms).unref();
  const serve = (build: string): void => {
    served = new Map(['/', `/assets/part-${build}.js`].map((file) => [file, `${file} of ${build}`]));
  };
  type Listener = (event: object) => void;
  let listeners: Record<string, Listener> = {};

  return {
    serve,
    disconnect: () => {
      isReached = false;
    },
    /** Serves a build and takes its worker in, as a browser does that sees another one. */
    async take(build: string): Promise<void> {
      serve(build);
      listeners = {};
      const self = {
        location: { origin: ORIGIN },
        clients: { claim: () => Promise.resolve() },
        skipWaiting: () => undefined,
        addEventListener: (name: string, listener: Listener) => (listeners[name] = listener),
      };
      const Asked = class {
        url: string;
        constructor(file: string) {
          this.url = ORIGIN + file;
        }
      };
      const head = `const VERSION = '${build}'; const FILES = ${JSON.stringify([...served.keys()])};`;
      runInContext(
        head + SOURCE,
        createContext({ self, caches, URL, Request: Asked, fetch: fetched, setTimeout: patient }),
      );
      for (const name of ['install', 'activate']) {
        const until: Promise<unknown>[] = [];
        listeners[name]!({ waitUntil: (work: Promise<unknown>) => until.push(work) });
        await Promise.all(until);
      }
    },
    /** Undefined: left to the network. */
    async ask(file: string, mode = 'cors'): Promise<string | undefined> {
      let answer: Promise<string> | undefined;
      const request = { url: ORIGIN + file, method: 'GET', mode };
      listeners['fetch']!({ request, respondWith: (given: Promise<string>) => (answer = given) });
      return answer;
    },
  };
}

test('a page of the build before still finds its parts, one of two builds before does not stay for ever', async () => {
  const { take, ask } = browser();
  await take('aaaaaaaa');
  await take('bbbbbbbb');
  assert.equal(await ask('/assets/part-aaaaaaaa.js'), '/assets/part-aaaaaaaa.js of aaaaaaaa');
  assert.equal(await ask('/assets/part-bbbbbbbb.js'), '/assets/part-bbbbbbbb.js of bbbbbbbb');
  await take('cccccccc');
  assert.equal(await ask('/assets/part-bbbbbbbb.js'), '/assets/part-bbbbbbbb.js of bbbbbbbb');
  await assert.rejects(ask('/assets/part-aaaaaaaa.js'));
});

test('a page that is opened is of the new build, without network too; what is not the dashboard is left alone', async () => {
  const { take, ask, serve, disconnect } = browser();
  await take('aaaaaaaa');
  await take('bbbbbbbb');
  serve('cccccccc');
  assert.equal(await ask('/counter', 'navigate'), '/ of cccccccc', 'before its worker has come');
  disconnect();
  assert.equal(await ask('/counter', 'navigate'), '/ of bbbbbbbb');
  assert.equal(await ask('/assets/part-bbbbbbbb.js'), '/assets/part-bbbbbbbb.js of bbbbbbbb');
  for (const path of ['/export/items.csv', '/graphql', '/docs/', '/documents/1/evidence.zip'])
    assert.equal(await ask(path, 'navigate'), undefined);
});
