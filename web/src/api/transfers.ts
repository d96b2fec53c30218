// Transfers of many items: sent, received as they come, closed.
import { act, query } from './act.ts';

const TRANSFER = 'id status sentAt sentBy note valueInTransit from { id name } to { id name }';

export const Transfers = query('Transfers', 'limit: Int!, offset: Int!, status: TransferStatus')`
  transfers(limit: $limit, offset: $offset, status: $status) { totalCount records { ${TRANSFER} lines { id } } }
`;

export const TransferView = query('TransferView', 'id: UUID!')`
  transfer(id: $id) {
    ${TRANSFER} reason statusBy statusAt valueLost
    lines { id quantity received lost inTransit item { id sku name unit } }
  }
`;

export const SendTransfer = act('sendTransfer', 'input: SendTransferInput!');
export const ReceiveTransfer = act('receiveTransfer', 'input: ReceiveTransferInput!', 'id status');
export const CloseTransfer = act('closeTransfer', 'id: UUID!, reason: String!', 'id status');
