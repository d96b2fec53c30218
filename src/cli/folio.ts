// The operator's command line.
import { folio } from './run.ts';

process.exitCode = await folio(process.argv.slice(2), {
  terminal: { isInteractive: process.stderr.isTTY, write: (text) => process.stderr.write(text) },
  print: (text) => process.stdout.write(text),
});
