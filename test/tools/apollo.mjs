// Apollo Client against a running service: asks, changes, and is refused; prints what it was told.
import process from 'node:process';
import { ApolloClient, CombinedGraphQLErrors, gql, HttpLink, InMemoryCache } from '@apollo/client';

const { FOLIO_URL, FOLIO_TOKEN } = process.env;
const client = new ApolloClient({
  link: new HttpLink({ uri: `${FOLIO_URL}/graphql`, headers: { authorization: `Bearer ${FOLIO_TOKEN}` } }),
  cache: new InMemoryCache(),
});
const CREATE = gql`
  mutation Create($input: CreateClientInput!) {
    createClient(input: $input) {
      id
      name
    }
  }
`;
const LIST = gql`
  query List {
    clients(first: 10) {
      records {
        id
        name
      }
    }
  }
`;
const created = await client.mutate({ mutation: CREATE, variables: { input: { name: 'Ana Pérez' } } });
const keyed = () =>
  client.mutate({
    mutation: CREATE,
    variables: { input: { name: 'Beto' } },
    context: { headers: { 'Idempotency-Key': 'web-1' } },
  });
const twice = [await keyed(), await keyed()];
const listed = await client.query({ query: LIST });
const again = await client.query({ query: LIST, fetchPolicy: 'cache-only' });
const refused = await client.mutate({ mutation: CREATE, variables: { input: { name: '' } } }).catch((error) => error);
process.stdout.write(
  JSON.stringify({
    created: created.data.createClient.name,
    listed: listed.data.clients.records.length,
    isOnce: twice[0].data.createClient.id === twice[1].data.createClient.id,
    isSame: again.data.clients.records[0] === listed.data.clients.records[0],
    refused: CombinedGraphQLErrors.is(refused) ? refused.errors[0].extensions : String(refused),
  }),
);
