// Lines of logic of a source file: neither blank nor a comment, nor an import, nor a name that is passed on.
const IMPORT_ENDS = /from\s+['"]|^['"].*['"];?$/;
const PASSED_ON = /^export\s+(type\s+)?(\*|\{[^}]*$|\{.*\}\s+from)/;

export function linesOfLogic(text: string): number {
  let count = 0;
  let within: 'comment' | 'import' | undefined;
  for (const line of text.split('\n').map((one) => one.trim())) {
    if (within === 'comment') {
      if (line.includes('*/')) within = undefined;
    } else if (within === 'import') {
      if (IMPORT_ENDS.test(line)) within = undefined;
    } else if (line.startsWith('/*') || line.startsWith('{/*')) {
      if (!line.includes('*/')) within = 'comment';
    } else if (/^import\b(?!\()/.test(line) || PASSED_ON.test(line)) {
      if (!/['"];?$/.test(line)) within = 'import';
    } else if (line !== '' && !line.startsWith('//')) {
      count += 1;
    }
  }
  return count;
}

/** Word lists, lists of the law, styles, tests, and printed files hold no logic. */
export function holdsLogic(path: string): boolean {
  return (
    /^(src|web|kits)\/.*\.(tsx?|mjs)$/.test(path) &&
    !/\.test\.|\.d\.ts$|test-support\.ts$|(^|\/)answers\.ts$|[/.]generated\./.test(path) &&
    !/^web\/src\/texts\/(es|en)\/|^src\/texts\/es\.ts$|^src\/fiscal\/(places|countries)\.ts$/.test(path)
  );
}
