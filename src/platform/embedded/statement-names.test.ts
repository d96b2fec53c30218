import assert from 'node:assert/strict';
import { test } from 'node:test';
import { message, readText } from './frames.ts';
import { nameStatements } from './statement-names.ts';

const parse = (name: string): Buffer => message('P', name, 'select 1', Buffer.alloc(2));
const bind = (name: string): Buffer => message('B', 'portal', name, Buffer.alloc(6));
const nameIn = (frame: Buffer, at = 5): string => readText(frame, at).text;

test('one name means one statement of one connection, in every message that names it', () => {
  const names = nameStatements(7);
  const alias = nameIn(names.rename(parse('find item')));
  assert.notEqual(alias, 'find item');
  assert.equal(nameIn(names.rename(bind('find item')), 12), alias);
  assert.equal(nameIn(names.rename(message('D', Buffer.from('S'), 'find item')), 6), alias);
  assert.notEqual(nameIn(names.rename(parse('find order'))), alias);
  assert.notEqual(nameIn(nameStatements(8).rename(parse('find item'))), alias);
});

test('names longer than the 63 bytes of PostgreSQL stay apart', () => {
  const names = nameStatements(1);
  const aliases = ['a', 'b'].map((end) => nameIn(names.rename(parse('x'.repeat(80) + end))));
  assert.notEqual(aliases[0], aliases[1]);
  assert.ok(aliases.every((alias) => alias.length <= 63));
});

test('unnamed statements and portals are left alone', () => {
  const names = nameStatements(1);
  for (const frame of [
    parse(''),
    bind(''),
    message('D', Buffer.from('P'), 'portal'),
    message('C', Buffer.from('P'), ''),
  ]) {
    assert.equal(names.rename(frame), frame);
  }
  assert.deepEqual([...names.open()], []);
});

test('what is open is what was named and not closed', () => {
  const names = nameStatements(1);
  const first = nameIn(names.rename(parse('a')));
  const second = nameIn(names.rename(parse('b')));
  assert.equal(nameIn(names.rename(message('C', Buffer.from('S'), 'a')), 6), first);
  assert.deepEqual([...names.open()], [second]);
});
