// Refuses input values that the database cannot store, and texts, lists and nesting beyond fixed limits.
import { GraphQLError, type ASTVisitor, type ValidationContext } from 'graphql';

const MOST_CHARACTERS = 10_000;
const MOST_ENTRIES = 1000;
const MOST_LEVELS = 10;

function problemOf(text: string): string | undefined {
  if (text.length > MOST_CHARACTERS) {
    return `A text must have at most ${MOST_CHARACTERS} characters, not ${text.length}`;
  }
  if (text.includes('\0')) return 'A text must not contain NUL characters';
  return text.isWellFormed() ? undefined : 'A text must be well-formed Unicode';
}

function problemOfList(length: number): string | undefined {
  return length > MOST_ENTRIES ? `A list must have at most ${MOST_ENTRIES} entries, not ${length}` : undefined;
}

function refusal(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code: 'BAD_USER_INPUT' } });
}

/** Validation rule for literals in the document. */
export function storableTexts(context: ValidationContext): ASTVisitor {
  const refuse = (problem: string | undefined): void => {
    if (problem !== undefined) context.reportError(refusal(problem));
  };
  return {
    StringValue: (node) => refuse(problemOf(node.value)),
    ListValue: (node) => refuse(problemOfList(node.values.length)),
  };
}

/** The first problem of the variables, as an error. */
export function unstorableVariable(value: unknown, level = 0): GraphQLError | undefined {
  if (typeof value === 'string') {
    const problem = problemOf(value);
    return problem === undefined ? undefined : refusal(problem);
  }
  if (typeof value !== 'object' || value === null) return undefined;
  if (level > MOST_LEVELS) return refusal(`Variables must not be nested more than ${MOST_LEVELS} levels deep`);
  const entries = Object.entries(value);
  const problem = problemOfList(entries.length);
  if (problem !== undefined) return refusal(problem);
  for (const part of entries.flat()) {
    const found = unstorableVariable(part, level + 1);
    if (found) return found;
  }
  return undefined;
}
