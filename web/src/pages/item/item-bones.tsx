// The item page before its answer.
import { Bone, CardBones } from '../../parts/bones.tsx';

export const ItemBones = () => (
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
      <CardBones heights={[330]} />
      <CardBones heights={[190, 120]} />
    </div>
  </div>
);
