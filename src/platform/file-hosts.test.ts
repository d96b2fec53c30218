// Tests of the wall around PDF downloads: which addresses pass, and in how many spellings our own network is refused.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileHosts, isPrivateAddress } from './file-hosts.ts';

const LISTED = ['files.pac.example', 'api.pac.example:8443', '127.0.0.1:4010', 'localhost', ' ', '[::1]:4010'];
const strict = fileHosts(LISTED, { isLoose: false });
const hosts = fileHosts(LISTED, { isLoose: true });

const addresses: [address: string, passes: boolean][] = [
  ['https://files.pac.example/a.pdf?sig=1', true],
  ['http://files.pac.example/a.pdf', true],
  ['https://FILES.pac.example:443/a.pdf', true],
  ['https://files.pac.example:9443/a.pdf', true],
  ['https://api.pac.example:8443/a.pdf', true],
  ['http://127.0.0.1:4010/a.pdf', true],
  ['http://2130706433:4010/a.pdf', true],
  ['http://[::1]:4010/a.pdf', true],
  ['http://localhost:4010/a.pdf', true],
  ['https://api.pac.example/a.pdf', false],
  ['http://127.0.0.1:4011/a.pdf', false],
  ['http://127.0.0.1/a.pdf', false],
  ['http://files.pac.example:22/', false],
  ['http://files.pac.example:6379/', false],
  ['http://localhost:5432/', false],
  ['https://evil.example/files.pac.example', false],
  ['https://files.pac.example.evil.example/', false],
  ['https://files.pac.example@evil.example/', false],
  ['https://user:pass@files.pac.example/', false],
  ['https://files.pac.example./a.pdf', false],
  ['https://fіles.pac.example/a.pdf', false],
  ['https://evil.example\\@files.pac.example/', false],
  ['http://169.254.169.254/latest/meta-data', false],
  ['http://0x7f.1:4011/', false],
  ['http://0177.0.0.1:4011/', false],
  ['http://127.1:4011/', false],
  ['http://[::ffff:127.0.0.1]:4010/', false],
  ['http://10.0.0.1/', false],
  ['file:///etc/passwd', false],
  ['ftp://files.pac.example/a.pdf', false],
  ['gopher://files.pac.example/', false],
  ['data:application/pdf,%25PDF-', false],
  ['//files.pac.example/a.pdf', false],
  ['', false],
];
for (const [address, passes] of addresses) {
  test(`A16, A17, A18, A21, A22: ${address} ${passes ? 'is fetched' : 'is refused'}`, () => {
    assert.deepEqual(Object.keys(hosts.judge(address)), [passes ? 'url' : 'refused']);
  });
}

const beyondHttps: [address: string, passes: boolean][] = [
  ['https://files.pac.example/a.pdf', true],
  ['https://files.pac.example:443/a.pdf', true],
  ['https://api.pac.example:8443/a.pdf', true],
  ['http://127.0.0.1:4010/a.pdf', true],
  ['http://files.pac.example/a.pdf', false],
  ['http://files.pac.example:443/a.pdf', false],
  ['http://files.pac.example:8080/a.pdf', false],
  ['https://files.pac.example:9443/a.pdf', false],
  ['https://files.pac.example:80/a.pdf', false],
  ['http://localhost/a.pdf', false],
  ['https://api.pac.example/a.pdf', false],
];
for (const [address, passes] of beyondHttps) {
  test(`A21: beside a PAC that speaks https, ${address} ${passes ? 'is fetched' : 'is refused'}`, () => {
    assert.deepEqual(Object.keys(strict.judge(address)), [passes ? 'url' : 'refused']);
  });
}

const connections: [hostname: string, ip: string, passes: boolean][] = [
  ['files.pac.example', '8.8.8.8', true],
  ['files.pac.example', '2606:4700::1', true],
  // A public name may not point into our network.
  ['files.pac.example', '127.0.0.1', false],
  ['files.pac.example', '10.1.2.3', false],
  ['files.pac.example', '::ffff:10.1.2.3', false],
  ['files.pac.example', 'fd00::1', false],
  ['files.pac.example', '169.254.169.254', false],
  // A private name that is listed.
  ['localhost', '127.0.0.1', true],
  ['localhost', '::1', true],
  ['localhost', '169.254.169.254', false],
  ['localhost', '0.0.0.0', false],
  ['postgres', '172.18.0.2', false],
  // A listed address.
  ['127.0.0.1', '127.0.0.1', true],
  ['[::1]', '::1', true],
  ['127.0.0.2', '127.0.0.2', false],
];
for (const [hostname, ip, passes] of connections) {
  test(`${hostname} at ${ip} ${passes ? 'is connected to' : 'is refused'}`, () => {
    assert.equal(hosts.refuseConnection(hostname, ip) === null, passes);
  });
}

test('a public name reaches a private address that is listed beside it', () => {
  const own = fileHosts(['pac.corp.example', '10.1.2.3', '10.1.2.5:8443'], { isLoose: false });
  assert.equal(own.refuseConnection('pac.corp.example', '10.1.2.3'), null);
  assert.match(own.refuseConnection('pac.corp.example', '10.1.2.4') ?? '', /10\.1\.2\.4/);
  assert.notEqual(own.refuseConnection('pac.corp.example', '10.1.2.5'), null);
});

const privateAddresses =
  '0.0.0.0 10.0.0.1 100.64.0.1 127.0.0.1 127.255.255.254 169.254.169.254 172.16.0.1 172.31.255.255 192.168.1.1 ' +
  '198.18.0.1 224.0.0.1 240.0.0.1 255.255.255.255 :: ::1 ::ffff:127.0.0.1 ::ffff:8.8.8.8 64:ff9b::a00:1 2001::1 ' +
  '2001:db8::1 2002:7f00:1:: fc00::1 fd12::1 fe80::1 fec0::1 ff02::1 no-address';
const publicAddresses =
  '8.8.8.8 1.1.1.1 172.15.255.255 172.32.0.1 100.63.255.255 100.128.0.1 2606:4700::1 2a00:1450::1';
for (const ip of privateAddresses.split(' ')) {
  test(`A17, A18: ${ip} is private`, () => assert.equal(isPrivateAddress(ip), true));
}
for (const ip of publicAddresses.split(' ')) {
  test(`${ip} is public`, () => assert.equal(isPrivateAddress(ip), false));
}

for (const entry of ['https://files.pac.example', 'files.pac.example/path', 'a@b', 'a b', 'host:99999']) {
  test(`"${entry}" is no entry of the list`, () =>
    assert.throws(() => fileHosts([entry], { isLoose: false }), /is no host/));
}
