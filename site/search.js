// The search of the site: sections whose words begin with what is typed, without accents and with a slip of the pen. Loads its index when it is first used.
const base = document.currentScript.dataset.base;
const input = document.querySelector('input[type=search]');
const list = document.querySelector('#found');
const MOST = 12;

const fold = (word) => word.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

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

async function show() {
  const asked = input.value.trim();
  const found = asked === '' ? [] : (await open()).search(asked).slice(0, MOST);
  if (asked !== input.value.trim()) return;
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
  if (asked !== '' && found.length === 0) list.textContent = '–';
  list.hidden = asked === '';
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
