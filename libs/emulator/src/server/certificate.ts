import { isIP } from 'node:net';
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { AsnConvert, OctetString } from '@peculiar/asn1-schema';
import {
  AlgorithmIdentifier, AttributeTypeAndValue, AttributeValue, BasicConstraints, Certificate, Extension, Extensions, GeneralName, Name, RelativeDistinguishedName,
  SubjectAlternativeName, SubjectPublicKeyInfo, TBSCertificate, Validity, Version, id_ce_basicConstraints, id_ce_subjectAltName,
} from '@peculiar/asn1-x509';

/** A key and the certificate made for it, both as PEM. */
export interface ServerCertificate {
  readonly keyPem: string;
  /** Self-signed: clients trust it as their CA. */
  readonly certPem: string;
}

const ECDSA_SHA256 = '1.2.840.10045.4.3.2';
const COMMON_NAME = '2.5.4.3';
const DAY_MS = 24 * 3600 * 1000;

/** Makes a self-signed certificate for 127.0.0.1, localhost and the host of the URLs that is good for a year. */
export function makeCertificate(nowMs: number, host: string): ServerCertificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = new AlgorithmIdentifier({ algorithm: ECDSA_SHA256 });
  const name = new Name([new RelativeDistinguishedName([new AttributeTypeAndValue({ type: COMMON_NAME, value: new AttributeValue({ utf8String: 'kcp-emulator' }) })])]);
  const content = new TBSCertificate({
    version: Version.v3,
    // A leading 1 keeps the number positive and free of leading zeros.
    serialNumber: Uint8Array.from([1, ...randomBytes(15)]).buffer,
    signature: algorithm,
    issuer: name,
    subject: name,
    validity: new Validity({ notBefore: new Date(nowMs - DAY_MS), notAfter: new Date(nowMs + 365 * DAY_MS) }),
    subjectPublicKeyInfo: AsnConvert.parse(publicKey.export({ type: 'spki', format: 'der' }), SubjectPublicKeyInfo),
    extensions: new Extensions([
      extension(id_ce_basicConstraints, true, new BasicConstraints({ cA: true })),
      extension(id_ce_subjectAltName, false, new SubjectAlternativeName([...new Set(['127.0.0.1', 'localhost', host])].map(generalName))),
    ]),
  });
  const signature = sign('sha256', Buffer.from(AsnConvert.serialize(content)), privateKey);
  const certificate = new Certificate({ tbsCertificate: content, signatureAlgorithm: algorithm, signatureValue: Uint8Array.from(signature).buffer });
  return { keyPem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), certPem: pem(Buffer.from(AsnConvert.serialize(certificate))) };
}

function generalName(host: string): GeneralName {
  return new GeneralName(isIP(host) === 0 ? { dNSName: host } : { iPAddress: host });
}

function extension(id: string, critical: boolean, value: object): Extension {
  return new Extension({ extnID: id, critical, extnValue: new OctetString(AsnConvert.serialize(value)) });
}

function pem(der: Buffer): string {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}
