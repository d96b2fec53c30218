// For `node --import`: the module that the mutant in FOLIO_MUTANT changes is loaded as changed; no file is written.
import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import { MUTANTS } from './list.ts';
import { mutated, pathOf } from './mutant.ts';

const mutant = MUTANTS.find(({ name }) => name === process.env['FOLIO_MUTANT']);
if (mutant) {
  const changed = pathToFileURL(pathOf(mutant)).href;
  registerHooks({
    load(url, context, next) {
      const loaded = next(url, context);
      return url === changed ? { ...loaded, source: mutated(mutant) } : loaded;
    },
  });
}
