import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';

/** The key and certificate of a TLS server in PEM. */
export type Certificate = { readonly key: string; readonly cert: string };

/**
 * Returns a certificate for one host name, signed with its own key. Node makes keys and signatures but no
 * certificates, so the few required fields of X.509 (RFC 5280) are written here, without openssl.
 */
export function selfSigned(hostName: string, validFrom = '20200101000000Z'): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const body = toBeSigned(hostName, validFrom, publicKey);
  const signature = sign('sha256', body, privateKey);
  const der = sequence(body, ecdsaWithSha256, tlv(0x03, Buffer.from([0]), signature));
  const lines = der.toString('base64').replaceAll(/.{1,64}/g, '$&\n');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines}-----END CERTIFICATE-----\n`,
  };
}

function toBeSigned(hostName: string, validFrom: string, publicKey: KeyObject): Buffer {
  const version3 = tlv(0xa0, tlv(0x02, Buffer.from([2])));
  const serial = tlv(0x02, Buffer.from([1]));
  const name = sequence(tlv(0x31, sequence(objectId(0x55, 4, 3), tlv(0x0c, Buffer.from(hostName)))));
  const validity = sequence(time(validFrom), time('20991231235959Z'));
  const key = publicKey.export({ type: 'spki', format: 'der' });
  const alternativeNames = sequence(
    objectId(0x55, 29, 17),
    tlv(0x04, sequence(tlv(0x82, Buffer.from(hostName)))),
  );
  const extensions = tlv(0xa3, sequence(alternativeNames));
  return sequence(version3, serial, ecdsaWithSha256, name, validity, name, key, extensions);
}

/** Returns one field of DER: tag, length and content. */
function tlv(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 0x80 ? [length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}
const sequence = (...parts: readonly Buffer[]): Buffer => tlv(0x30, ...parts);
const objectId = (...encoded: readonly number[]): Buffer => tlv(0x06, Buffer.from(encoded));
const time = (text: string): Buffer => tlv(0x18, Buffer.from(text));
/** 1.2.840.10045.4.3.2 */
const ecdsaWithSha256 = sequence(objectId(0x2a, 0x86, 0x48, 0xce, 0x3d, 4, 3, 2));
