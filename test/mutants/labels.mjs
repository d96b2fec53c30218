// Finds every condition on the tenant and every check of a role in src by parsing, and changes them as the files are loaded: a condition gets
// its place as a comment in the SQL that is sent, or is `true` with FENCE_MUTANT=<place>; roles are lowered with FENCE_ROLES=lowered.
import { globSync, readFileSync } from 'node:fs';
import { registerHooks, stripTypeScriptTypes } from 'node:module';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'acorn';
import { ancestor, full } from 'acorn-walk';

const ROOT = join(import.meta.dirname, '..', '..');
const CONDITION =
  /(?:\b\w+\.)?\btenant_id = (?:\0|(?:\w+\.)?tenant_id\b)|\0\.tenant_id = (?:\0|\w+\.tenant_id)|\0 = \0/g;

/** Text before a condition; a parenthesis follows it. */
export const open = (id, isMutant = process.env.FENCE_MUTANT === id) => `/*${id}*/(${isMutant} or `;

/** Each condition of a file, from where to where it stands and what is put before and after it. */
export function conditionsOf(path, source) {
  const code = stripTypeScriptTypes(source);
  const found = [];
  const add = (start, end, edit) => found.push({ start, end, edit });
  full(parse(code, { ecmaVersion: 'latest', sourceType: 'module' }), (node) => {
    if (node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node.value === 'string')) {
      inText(code, node, add);
    } else if (node.type === 'CallExpression' && ['where', 'onRef', 'on'].includes(node.callee.property?.name)) {
      const [column, operator, value] = node.arguments;
      if (operator?.value !== '=' || !/(^|\.)tenant_id$/.test(column.value ?? '')) return;
      const isRef = node.callee.property.name === 'onRef';
      const at = node.callee.property.start;
      add(at, node.end, (id) => [
        `${isRef ? 'on' : node.callee.property.name}(globalThis.tenantIs(${JSON.stringify(open(id))}, ${code.slice(column.start, column.end)}, ${code.slice(value.start, value.end)}, ${isRef}))`,
      ]);
    }
  });
  found.sort((a, b) => a.start - b.start);
  return found.map((one) => {
    const line = code.slice(0, one.start).split('\n').length;
    const nth = found.filter(
      (other) => other.start < one.start && !code.slice(other.start, one.start).includes('\n'),
    ).length;
    return { ...one, id: `${path}:${line}${nth > 0 ? `.${nth + 1}` : ''}`, text: code.slice(one.start, one.end) };
  });
}

/** Lower role of a check; an admin's question is lowered to the role that may write. */
const LOWER = { admin: `'operator'`, operator: `'viewer'`, viewer: 'null' };

/** The field of a function that makes several: the first that it makes. */
function madeBy(code, above) {
  const maker = above.findLast((one) => one.type === 'VariableDeclarator')?.id.name;
  return maker && new RegExp(`(\\w+): ${maker}\\(`).exec(code)?.[1];
}

/** Each check that names a role: of a mutation, in a resolver, and of the files; with the field that it guards. */
export function rolesOf(path, source) {
  const code = stripTypeScriptTypes(source);
  const found = [];
  ancestor(parse(code, { ecmaVersion: 'latest', sourceType: 'module' }), {
    Property(node, _, above) {
      const isMutation = above.some((one) => one.type === 'CallExpression' && one.callee.name === 'mutation');
      if (isMutation && node.key.name === 'role' && LOWER[node.value.value])
        found.push({ at: node.value, above: [...above] });
    },
    CallExpression(node, _, above) {
      const name = node.callee.property?.name ?? node.callee.name;
      const given = name === 'viewer' ? node.arguments[0] : name === 'hasRole' ? node.arguments[1] : undefined;
      // The check itself: below a viewer there is no role to ask for.
      if (LOWER[given?.value]) found.push({ at: name === 'hasRole' ? node : given, above: [...above] });
    },
  });
  return found.map(({ at, above }) => {
    // The first call of all is the builder's, or a function that makes a field.
    const fields = above.filter((one) => one.type === 'Property' && one.value.type === 'CallExpression');
    const builds = above.find((one) => one.type === 'CallExpression' && /Field$/.test(one.callee.property?.name ?? ''));
    const named = builds?.arguments[0]?.type === 'Literal' ? builds.arguments[0].value : undefined;
    const line = code.slice(0, at.start).split('\n').length;
    return {
      start: at.start,
      end: at.end,
      id: `${path}:${line}`,
      field: named ?? fields[0]?.key.name ?? madeBy(code, above) ?? 'files',
      was: at.value,
    };
  });
}

function lowered(path, source) {
  let code = stripTypeScriptTypes(source);
  for (const { start, end, was } of rolesOf(path, source).toSorted((a, b) => b.start - a.start))
    code = code.slice(0, start) + (LOWER[was] ?? 'true') + code.slice(end);
  return code;
}

/** The files that run in the service. */
export const sources = () =>
  globSync('{src,kits}/**/*.ts', { cwd: ROOT, exclude: ['**/*.test.ts'] }).map((path) => [
    path,
    readFileSync(join(ROOT, path), 'utf8'),
  ]);

/** A template's holes are one character each; a position in it is one of the source. */
function inText(code, node, add) {
  let text = '';
  const at = [];
  const holes = [];
  const take = (start, end) => {
    for (let i = start; i < end; i += 1) {
      text += code[i];
      at.push(i);
    }
  };
  if (node.type === 'Literal') take(node.start, node.end);
  else
    node.quasis.forEach((quasi, index) => {
      take(quasi.start, quasi.end);
      const hole = node.expressions[index];
      if (!hole) return;
      text += '\0';
      at.push(quasi.end);
      holes.push({ start: hole.start, end: hole.end });
    });
  at.push(node.type === 'Literal' ? node.end : node.quasis.at(-1).end);
  for (const match of text.matchAll(CONDITION)) {
    const start = at[match.index];
    const end = at[match.index + match[0].length];
    const says = code.slice(start, end);
    if (!/tenant_?id/i.test(says.split(' = ')[0]) || /\bset $/.test(text.slice(0, match.index))) continue;
    add(start, end, (id) => [open(id), says, ')']);
  }
}

export function labelled(path, source) {
  let code = '';
  let from = 0;
  const stripped = stripTypeScriptTypes(source);
  for (const { start, end, edit, id } of conditionsOf(path, source)) {
    code += stripped.slice(from, start) + edit(id).join('');
    from = end;
  }
  return code + stripped.slice(from);
}

export function hook() {
  registerHooks({
    load(url, context, next) {
      const path = url.startsWith('file:') ? relative(ROOT, fileURLToPath(url)) : '';
      if (!/^(?:src|kits)\/.*\.ts$/.test(path)) return next(url, context);
      return {
        format: 'module',
        shortCircuit: true,
        source: (process.env.FENCE_ROLES === 'lowered' ? lowered : labelled)(
          path,
          readFileSync(join(ROOT, path), 'utf8'),
        ),
      };
    },
  });
}
