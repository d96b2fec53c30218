// What an administrator sets up: the company, users, places, prices, webhooks and the contingency.
import { gql } from 'urql';
import type * as A from './answers.ts';

export const Company = gql<A.CompanyAnswer, A.CompanyVariables>`
  query Company {
    tenant {
      id name ruc dv timeZone voidWindowHours isRetentionAgent sellsWithoutStock refusesDocumented pacCompanyId
      pacEnvironment hasPacKey pacCredentialsRefusedAt suspendedAt
    }
    contingencies(limit: 5) { id reason explanation mustBeExplained startedAt endedAt documents { total waiting } }
  }
`;

export const UpdateTenant = gql<A.UpdateTenantAnswer, A.UpdateTenantVariables>`
  mutation UpdateTenant($input: UpdateTenantInput!) { updateTenant(input: $input) { id } }
`;

export const RotateWebhookSecret = gql<A.RotateWebhookSecretAnswer, A.RotateWebhookSecretVariables>`
  mutation RotateWebhookSecret($overlapHours: Int!) {
    made: rotateWebhookSecret(overlapHours: $overlapHours) { secret }
  }
`;

export const StartContingency = gql<A.StartContingencyAnswer, A.StartContingencyVariables>`
  mutation StartContingency($reason: String!) { startContingency(reason: $reason) { id } }
`;

export const ExplainContingency = gql<A.ExplainContingencyAnswer, A.ExplainContingencyVariables>`
  mutation ExplainContingency($explanation: String!) { explainContingency(explanation: $explanation) { id } }
`;

export const EndContingency = gql<A.EndContingencyAnswer, A.EndContingencyVariables>`
  mutation EndContingency { endContingency { id } }
`;

export const Users = gql<A.UsersAnswer, A.UsersVariables>`
  query Users {
    apiTokens { id userName role createdAt lastUsedAt expiresAt revokedAt }
    sessions { id userName roles usedAt endsAt }
  }
`;

export const EndSession = gql<A.EndSessionAnswer, A.EndSessionVariables>`
  mutation EndSession($sessionId: UUID!) { endSession(sessionId: $sessionId) { id } }
`;

export const CreateToken = gql<A.CreateTokenAnswer, A.CreateTokenVariables>`
  mutation CreateToken($userName: String!, $roles: [Role!]!, $expiresAt: DateTime) {
    made: createApiToken(userName: $userName, roles: $roles, expiresAt: $expiresAt) { secret: token }
  }
`;

export const RevokeToken = gql<A.RevokeTokenAnswer, A.RevokeTokenVariables>`
  mutation RevokeToken($id: UUID!) { revokeApiToken(id: $id) { id revokedAt } }
`;

export const Offices = gql<A.OfficesAnswer, A.OfficesVariables>`
  query Offices {
    offices {
      id code name address corregimientoCode telephone pacOfficeId isMain
      billingPoints { id code name isFirst }
      locations { id code name externalId isDefault }
    }
    numberAudit { series reserved billingPoint { id } }
  }
`;

export const CreateOffice = gql<A.CreateOfficeAnswer, A.CreateOfficeVariables>`
  mutation CreateOffice($input: OfficeInput!) { createOffice(input: $input) { id } }
`;

export const UpdateOffice = gql<A.UpdateOfficeAnswer, A.UpdateOfficeVariables>`
  mutation UpdateOffice($officeId: UUID!, $input: OfficeInput!) {
    updateOffice(officeId: $officeId, input: $input) { id }
  }
`;

export const CreateBillingPoint = gql<A.CreateBillingPointAnswer, A.CreateBillingPointVariables>`
  mutation CreateBillingPoint($officeId: UUID!, $code: String!, $name: String) {
    createBillingPoint(officeId: $officeId, code: $code, name: $name) { id }
  }
`;

export const UpdateBillingPoint = gql<A.UpdateBillingPointAnswer, A.UpdateBillingPointVariables>`
  mutation UpdateBillingPoint($billingPointId: UUID!, $code: String, $name: String) {
    updateBillingPoint(billingPointId: $billingPointId, code: $code, name: $name) { id }
  }
`;

export const CreateLocation = gql<A.CreateLocationAnswer, A.CreateLocationVariables>`
  mutation CreateLocation($officeId: UUID!, $code: String!, $name: String!, $externalId: String) {
    createLocation(officeId: $officeId, code: $code, name: $name, externalId: $externalId) { id }
  }
`;

export const UpdateLocation = gql<A.UpdateLocationAnswer, A.UpdateLocationVariables>`
  mutation UpdateLocation($locationId: UUID!, $code: String, $name: String, $externalId: String) {
    updateLocation(locationId: $locationId, code: $code, name: $name, externalId: $externalId) { id }
  }
`;

export const PriceLists = gql<A.PriceListsAnswer, A.PriceListsVariables>`
  query PriceLists { priceLists { id name } }
`;

export const Prices = gql<A.PricesAnswer, A.PricesVariables>`
  query Prices($priceListId: UUID!, $limit: Int!, $offset: Int!) {
    listPrices(priceListId: $priceListId, limit: $limit, offset: $offset) {
      totalCount
      records { item { id sku name unitPrice } unit price }
    }
  }
`;

export const CreatePriceList = gql<A.CreatePriceListAnswer, A.CreatePriceListVariables>`
  mutation CreatePriceList($name: String!) { createPriceList(name: $name) { id } }
`;

export const SetPrices = gql<A.SetPricesAnswer, A.SetPricesVariables>`
  mutation SetPrices($priceListId: UUID!, $prices: [ListPriceInput!]!) {
    setPrices(priceListId: $priceListId, prices: $prices) { id }
  }
`;

export const Webhooks = gql<A.WebhooksAnswer, A.WebhooksVariables>`
  query Webhooks {
    webhookEndpoints { id url types description isEnabled disabledReason failingSince previousSecretUntil }
  }
`;

export const Deliveries = gql<A.DeliveriesAnswer, A.DeliveriesVariables>`
  query Deliveries($endpointId: UUID!, $after: String) {
    webhookDeliveries(endpointId: $endpointId, after: $after) {
      records { id eventType state attempts createdAt nextAttemptAt httpStatus answer }
      pageInfo { endCursor hasNextPage }
    }
  }
`;

export const CreateWebhook = gql<A.CreateWebhookAnswer, A.CreateWebhookVariables>`
  mutation CreateWebhook($url: String!, $types: [String!], $description: String) {
    made: createWebhookEndpoint(url: $url, types: $types, description: $description) { secret }
  }
`;

export const UpdateWebhook = gql<A.UpdateWebhookAnswer, A.UpdateWebhookVariables>`
  mutation UpdateWebhook(
    $endpointId: UUID!, $url: String, $types: [String!], $description: String, $isEnabled: Boolean
  ) {
    updateWebhookEndpoint(
      endpointId: $endpointId, url: $url, types: $types, description: $description, isEnabled: $isEnabled
    ) {
      id
    }
  }
`;

export const DeleteWebhook = gql<A.DeleteWebhookAnswer, A.DeleteWebhookVariables>`
  mutation DeleteWebhook($endpointId: UUID!) { deleteWebhookEndpoint(endpointId: $endpointId) { id } }
`;

export const RotateEndpointSecret = gql<A.RotateEndpointSecretAnswer, A.RotateEndpointSecretVariables>`
  mutation RotateEndpointSecret($endpointId: UUID!, $overlapHours: Int!) {
    made: rotateWebhookEndpointSecret(endpointId: $endpointId, overlapHours: $overlapHours) { secret }
  }
`;

export const TestWebhook = gql<A.TestWebhookAnswer, A.TestWebhookVariables>`
  mutation TestWebhook($endpointId: UUID!) { sendTestWebhook(endpointId: $endpointId) { id } }
`;

export const ReplayDelivery = gql<A.ReplayDeliveryAnswer, A.ReplayDeliveryVariables>`
  mutation ReplayDelivery($deliveryId: UUID!) { replayWebhookDelivery(deliveryId: $deliveryId) { id } }
`;

export const ReplayEvents = gql<A.ReplayEventsAnswer, A.ReplayEventsVariables>`
  mutation ReplayEvents($endpointId: UUID!) { replayWebhookEvents(endpointId: $endpointId) { id } }
`;
