import { createHash, createSign, generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

/** What an authenticator says of itself besides its signature. */
type Behaviour = { isUserVerified?: boolean; isBackedUp?: boolean; origin?: string; rpId?: string };

const FLAGS = { present: 0x01, verified: 0x04, backupEligible: 0x08, backedUp: 0x10, hasKey: 0x40 };

/** An authenticator with one ES256 key, as a browser hands its words over. */
export class FakeAuthenticator {
  readonly credentialId = randomBytes(32);
  counter = 0;
  readonly #key: KeyObject;
  readonly #publicKey: Buffer;
  #userHandle = '';

  constructor() {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    const cose = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
      [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
    ]);
    this.#key = privateKey;
    this.#publicKey = Buffer.from(isoCBOR.encode(cose));
  }

  create({ challenge, user }: { challenge: string; user: { id: string } }, behaviour: Behaviour = {}) {
    this.#userHandle = user.id;
    const authData = Buffer.concat([
      this.#authenticatorData(behaviour, FLAGS.hasKey),
      Buffer.alloc(16),
      Buffer.from([0, this.credentialId.length]),
      this.credentialId,
      this.#publicKey,
    ]);
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', new Uint8Array(authData)],
    ]);
    return this.#credential({
      clientDataJSON: clientData('webauthn.create', challenge, behaviour),
      attestationObject: Buffer.from(isoCBOR.encode(attestation as never)).toString('base64url'),
      transports: ['internal'],
    });
  }

  /** Counts up only where it counts at all: set `counter` to 1 or more. */
  sign({ challenge }: { challenge: string }, behaviour: Behaviour = {}) {
    if (this.counter > 0) this.counter += 1;
    const authenticatorData = this.#authenticatorData(behaviour);
    const clientDataJSON = clientData('webauthn.get', challenge, behaviour);
    const signed = Buffer.concat([authenticatorData, sha256(Buffer.from(clientDataJSON, 'base64url'))]);
    return this.#credential({
      clientDataJSON,
      authenticatorData: authenticatorData.toString('base64url'),
      signature: createSign('sha256').update(signed).sign(this.#key).toString('base64url'),
      userHandle: this.#userHandle,
    });
  }

  #authenticatorData({ isUserVerified = true, isBackedUp = false, rpId = 'shop.test' }: Behaviour, more = 0): Buffer {
    const flags =
      FLAGS.present |
      (isUserVerified ? FLAGS.verified : 0) |
      (isBackedUp ? FLAGS.backupEligible | FLAGS.backedUp : 0) |
      more;
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    return Buffer.concat([sha256(Buffer.from(rpId)), Buffer.from([flags]), counter]);
  }

  #credential<R extends object>(response: R) {
    const id = this.credentialId.toString('base64url');
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response };
  }
}

function clientData(type: string, challenge: string, { origin = 'http://shop.test' }: Behaviour): string {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false })).toString('base64url');
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}
