// Violations of the rules of the document type, as sentences with the field to correct.
import { brokenRules, type BrokenRule, type DocumentType, type TypeFacts } from '../../fiscal/document-types.ts';
import { severityOf, type Finding } from '../../fiscal/finding.ts';
import { sentence, type Sentence } from '../../platform/errors.ts';

const FIELDS: Record<BrokenRule['rule'], string> = {
  receivers: 'client.receiverType',
  country: 'client.country',
  exportData: 'export',
  taxRates: 'lines',
};

function problemOf(type: DocumentType, { rule, allowed }: BrokenRule, { receiverType }: TypeFacts): Sentence {
  switch (rule) {
    case 'receivers':
      return sentence('A document of type {type} is for {allowed}, not for {receiverType}', {
        type,
        allowed,
        receiverType,
      });
    case 'country':
      return allowed === 'PA'
        ? sentence('A document of type {type} is for a receiver in Panama', { type })
        : sentence('A document of type {type} is for a receiver abroad', { type });
    case 'exportData':
      return allowed === 'NEVER'
        ? sentence('A document of type {type} has no data of an export', { type })
        : sentence('A document of type {type} that goes abroad needs the data of the export', { type });
    case 'taxRates':
      return sentence('A document of type {type} bears ITBMS of {allowed} % alone', { type, allowed });
    default:
      return rule satisfies never;
  }
}

export function judgeType(type: DocumentType, facts: TypeFacts): Finding<Sentence>[] {
  return brokenRules(type, facts).map((broken) => ({
    severity: severityOf(broken.mark),
    mark: broken.mark,
    field: FIELDS[broken.rule],
    problem: problemOf(type, broken, facts),
  }));
}
