// A document's page before its answer.
import { Bone } from '../../parts/bones.tsx';

export function DocumentBones() {
  return (
    <div className="columns">
      <div className="stack">
        <div className="card">
          <Bone height={230} />
        </div>
        <div className="card">
          <Bone height={380} />
        </div>
      </div>
      <div className="stack">
        <div className="card">
          <Bone height={260} />
        </div>
        <div className="card">
          <Bone height={200} />
        </div>
      </div>
    </div>
  );
}
