import { generate } from 'selfsigned';

/** A key and a certificate for 127.0.0.1 and localhost that is its own CA. */
export interface GateCertificate {
  readonly key: string;
  readonly cert: string;
}

/** Makes one that is valid for a day. */
export async function gateCertificate(): Promise<GateCertificate> {
  const made = await generate([{ name: 'commonName', value: 'kcp-runtime fault gate' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    notAfterDate: new Date(Date.now() + 86_400_000),
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', digitalSignature: true, keyCertSign: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: [
          { type: 7, ip: '127.0.0.1' },
          { type: 2, value: 'localhost' },
        ],
      },
    ],
  });
  return { key: made.private, cert: made.cert };
}
