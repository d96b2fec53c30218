// The item page before its answer.
import { Bone } from '../../parts/bones.tsx';

export function ItemBones() {
  return (
    <div className="stack">
      <div className="metrics">
        {Array.from({ length: 5 }, (_, index) => (
          <div key={index} className="card metric">
            <Bone width="60%" height={12} />
            <Bone width="45%" height={26} />
            <Bone width="75%" height={11} />
          </div>
        ))}
      </div>
      <div className="columns">
        <div className="card">
          <Bone height={330} />
        </div>
        <div className="stack">
          <div className="card">
            <Bone height={190} />
          </div>
          <div className="card">
            <Bone height={120} />
          </div>
        </div>
      </div>
    </div>
  );
}
