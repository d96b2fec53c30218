// The search of the site: sections with each word that is typed, in another form, with a slip of the pen, or as another word or language says it.
// Loads its index when it is first used.
const base = document.currentScript.dataset.base;
const input = document.querySelector('input[type=search]');
const list = document.querySelector('#found');
const MOST = 12;

const fold = (word) => word.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

// Without what forms of a word differ by, where enough is left to tell it from others. What begins so is found.
const ENDING =
  /(?:[ai]?ciones|[ai]?cion|[ai]?tions?|[ai]mientos?|mente|[ai]ndo|iendo|ings?|ie[sd]|ers?|e[sd]|[aei]r|[ai]d[ao]|[aeoy])?s?$/;
const LEAST = 4;
function stem(word) {
  const cut = word.replace(ENDING, '');
  return cut.length >= LEAST ? cut : word.length > LEAST ? word.replace(/s$/, '') : word;
}

// A line is of words that are asked for alike.
const ALIKE = `
  page paging pagination pagina paginacion
  delete remove erase borrar eliminar
  retry retries repeat reintentar reintento
  void anular anulacion
  cancel cancelar cancelacion
  invoice bill factura
  client customer cliente
  supplier vendor proveedor
  payment pago cobro
  price precio tarifa
  order pedido orden
  stock inventory inventario existencias
  tax itbms impuesto
  backup respaldo
  restore restaurar recuperar
  upgrade update actualizar
  install setup instalar instalacion
  secret password secreto contrasena
  rotate change rotar cambiar
  error problem problema fallo
  role permission permiso
  limit limite
  event evento
  search find buscar
`
  .trim()
  .split('\n')
  .map((line) => line.trim().split(' '));

function meant(word) {
  const begun = stem(word);
  const isIt = (one) => one === word || (begun.length >= LEAST && one.startsWith(begun));
  return [
    word,
    begun,
    ...ALIKE.filter((line) => line.some(isIt))
      .flat()
      .map(stem),
  ];
}

const load = (name) =>
  new Promise((resolve, reject) => {
    const script = Object.assign(document.createElement('script'), {
      src: base + name,
      onload: resolve,
      onerror: reject,
    });
    document.head.append(script);
  });

let index;
function open() {
  index ??= Promise.all([load('minisearch.js'), load('search-index.js')]).then(() => {
    const fields = ['heading', 'title', 'text'];
    const search = { boost: { heading: 4, title: 2 }, prefix: true, fuzzy: 0.1, combineWith: 'AND' };
    const made = new MiniSearch({
      fields,
      idField: 'at',
      storeFields: ['heading', 'title', 'language'],
      processTerm: fold,
      searchOptions: search,
    });
    made.addAll(folioSections);
    return made;
  });
  return index;
}

function queryOf(query) {
  const words = MiniSearch.getDefault('tokenize')(fold(query)).filter((word) => word !== '');
  const each = words.map((word) => ({ combineWith: 'OR', queries: [...new Set(meant(word))] }));
  return { combineWith: 'AND', queries: each };
}

async function show() {
  const query = input.value.trim();
  const found = query === '' ? [] : (await open()).search(queryOf(query)).slice(0, MOST);
  if (query !== input.value.trim()) return;
  list.replaceChildren(
    ...found.map(({ id, heading, title, language }) => {
      const link = Object.assign(document.createElement('a'), {
        href: base + id,
        textContent: heading,
        lang: language,
      });
      if (title !== heading) link.append(Object.assign(document.createElement('small'), { textContent: title }));
      const entry = document.createElement('li');
      entry.append(link);
      return entry;
    }),
  );
  if (query !== '' && found.length === 0) list.textContent = '–';
  list.dataset.of = query;
  list.hidden = query === '';
}

input.addEventListener('focus', () => void open());
input.addEventListener('input', () => void show());
document.querySelector('search').addEventListener('keydown', (event) => {
  const links = [...list.querySelectorAll('a')];
  const at = links.indexOf(document.activeElement);
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (event.key === 'Enter' && at < 0 && links[0]) location.href = links[0].href;
  if (event.key === 'Escape') [input.value, list.hidden] = ['', true];
  if (step === undefined || links.length === 0) return;
  event.preventDefault();
  (links[at + step] ?? input).focus();
});
addEventListener('keydown', (event) => {
  if (event.key !== '/' || document.activeElement === input) return;
  event.preventDefault();
  input.focus();
});
