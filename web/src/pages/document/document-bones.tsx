// A document's page before its answer.
import { CardBones } from '../../parts/bones.tsx';

export const DocumentBones = () => (
  <div className="columns">
    <CardBones heights={[230, 380]} />
    <CardBones heights={[260, 200]} />
  </div>
);
