// Settings of an administrator: the company, users, places, prices, webhooks and the contingency.
import { act, query } from './act.ts';

export const Company = query('Company')`
  tenant {
    id name ruc dv timeZone voidWindowHours isRetentionAgent sellsWithoutStock refusesDocumented roundsOnce requiresOpenTill cashierReturns cashierDiscount pacCompanyId
    pacEnvironment pacMake secondPacMake secondPacCompanyId secondPacAfterSeconds
    hasPacKey pacCredentialsRefusedAt suspendedAt
  }
  contingencies(limit: 5) { id reason explanation mustBeExplained startedAt endedAt documents { total waiting } }
`;

export const PacConnections = query('PacConnections')`
  pacAccounts { make companyId isSecond connection { isAccepted cause } quota { left endsOn } }
`;

export const UpdateTenant = act('updateTenant', 'input: UpdateTenantInput!');
export const RotateWebhookSecret = act('rotateWebhookSecret', 'overlapHours: Int!', 'secret');
export const StartContingency = act('startContingency', 'reason: String!');
export const ExplainContingency = act('explainContingency', 'explanation: String!');
export const EndContingency = act('endContingency', '');

export const Users = query('Users')`
  apiTokens { id userName role createdAt lastUsedAt expiresAt revokedAt calendar limits { agent } }
  sessions { id userName roles usedAt endsAt }
  members { id userName role email invitedUntil usedAt hasPassword }
`;

export const InviteMember = act('inviteMember', 'userName: String!, role: Role!', 'invitation');
export const RemoveMember = act('removeMember', 'memberId: UUID!');
export const EndSession = act('endSession', 'sessionId: UUID!');
export const CreateToken = act(
  'createApiToken',
  'userName: String!, roles: [Role!]!, expiresAt: DateTime, limits: TokenLimitsInput',
  'token',
);
export const RevokeToken = act('revokeApiToken', 'id: UUID!', 'id revokedAt');

export const Offices = query('Offices')`
  offices {
    id code name address corregimientoCode telephone pacOfficeId isMain
    billingPoints(archived: null) { id code name isFirst archivedAt }
    locations(archived: null) { id code name externalId isDefault archivedAt }
  }
  numberAudit { series reserved billingPoint { id } }
`;

export const CreateOffice = act('createOffice', 'input: OfficeInput!');
export const UpdateOffice = act('updateOffice', 'officeId: UUID!, input: OfficeInput!');
export const CreateBillingPoint = act('createBillingPoint', 'officeId: UUID!, code: String!, name: String');
export const UpdateBillingPoint = act(
  'updateBillingPoint',
  'billingPointId: UUID!, code: String, name: String, archived: Boolean',
);
export const CreateLocation = act(
  'createLocation',
  'officeId: UUID!, code: String!, name: String!, externalId: String',
);
export const UpdateLocation = act(
  'updateLocation',
  'locationId: UUID!, code: String, name: String, externalId: String, archived: Boolean',
);

export const PriceLists = query('PriceLists')`
  priceLists(archived: null) { id name archivedAt }
`;

export const Prices = query('Prices', 'priceListId: UUID!, limit: Int!, offset: Int!')`
  listPrices(priceListId: $priceListId, limit: $limit, offset: $offset) {
    totalCount
    records { item { id sku name unitPrice } unit price }
  }
`;

export const CreatePriceList = act('createPriceList', 'name: String!');
export const UpdatePriceList = act('updatePriceList', 'priceListId: UUID!, input: UpdatePriceListInput!');
export const SetPrices = act('setPrices', 'priceListId: UUID!, prices: [ListPriceInput!]!');

export const Webhooks = query('Webhooks')`
  webhookEndpoints { id url types description isEnabled disabledReason failingSince previousSecretUntil }
`;

export const Deliveries = query('Deliveries', 'endpointId: UUID!, after: String')`
  webhookDeliveries(endpointId: $endpointId, after: $after) {
    records { id eventType state attempts createdAt nextAttemptAt httpStatus answer }
    pageInfo { endCursor hasNextPage }
  }
`;

export const CreateWebhook = act(
  'createWebhookEndpoint',
  'url: String!, types: [String!], description: String',
  'secret',
);
export const UpdateWebhook = act(
  'updateWebhookEndpoint',
  'endpointId: UUID!, url: String, types: [String!], description: String, isEnabled: Boolean',
);
export const DeleteWebhook = act('deleteWebhookEndpoint', 'endpointId: UUID!');
export const RotateEndpointSecret = act(
  'rotateWebhookEndpointSecret',
  'endpointId: UUID!, overlapHours: Int!',
  'secret',
);
export const TestWebhook = act('sendTestWebhook', 'endpointId: UUID!');
export const ReplayDelivery = act('replayWebhookDelivery', 'deliveryId: UUID!');
export const ReplayEvents = act('replayWebhookEvents', 'endpointId: UUID!');
