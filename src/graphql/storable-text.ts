// Texts that the database cannot hold, refused before anything is done with them: whatever comes in may end up there.
import { GraphQLError, type ASTVisitor, type ValidationContext } from 'graphql';

function problemOf(text: string): string | undefined {
  if (text.includes('\0')) return 'A text must not contain NUL characters';
  return text.isWellFormed() ? undefined : 'A text must be well-formed Unicode';
}

function refusal(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code: 'BAD_USER_INPUT' } });
}

/** The validation rule for the texts that stand in the operation itself. */
export function storableTexts(context: ValidationContext): ASTVisitor {
  return {
    StringValue(node) {
      const problem = problemOf(node.value);
      if (problem !== undefined) context.reportError(refusal(problem));
    },
  };
}

/** The first text among the variables that cannot be held, as an error. */
export function unstorableVariable(value: unknown): GraphQLError | undefined {
  if (typeof value === 'string') {
    const problem = problemOf(value);
    return problem === undefined ? undefined : refusal(problem);
  }
  if (typeof value !== 'object' || value === null) return undefined;
  for (const entry of Object.values(value)) {
    const found = unstorableVariable(entry);
    if (found) return found;
  }
  return undefined;
}
