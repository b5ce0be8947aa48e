import type { Identifier } from '#domain/catalogue/onix-record.ts';
import { isPlaceholderIsbn, parseIsbn } from '#domain/catalogue/isbn.ts';
import { childOf, childrenOf, textOf, type OnixElement } from './element.ts';
import { NOTIFICATIONS } from './codes.ts';
import {
  InvalidRecordError,
  mapIdentifiers,
  type MappedRecord,
  type MessageDefaults,
  type RecordNotes,
} from './fields.ts';
import { mapCollateral, mapPublishing, mapRelated, mapSupply } from './map-blocks.ts';
import { mapDescriptive } from './map-descriptive.ts';

/** References are in a unique index, whose entries PostgreSQL bounds. */
const MAX_REFERENCE_BYTES = 1000;

/**
 * Maps a product element to a record. Throws {@link InvalidRecordError} where it lacks what every record needs: a reference,
 * a known notification type, and a title at level 01 in its description.
 */
export function mapRecord(product: OnixElement, defaults: MessageDefaults): MappedRecord {
  const found: RecordNotes = { notes: [], unknownCodes: [] };
  const reference = textOf(product, 'RecordReference');
  const notification = textOf(product, 'NotificationType');
  if (reference === '') throw new InvalidRecordError('It has no RecordReference.');
  if (Buffer.byteLength(reference) > MAX_REFERENCE_BYTES)
    throw new InvalidRecordError('Its RecordReference is too long.');
  requireNotification(notification);
  const identifiers = mapIdentifiers(product);
  const descriptive = childOf(product, 'DescriptiveDetail');
  const collateral = childOf(product, 'CollateralDetail');
  const publishing = childOf(product, 'PublishingDetail');
  const related = childOf(product, 'RelatedMaterial');
  const supplies = childrenOf(product, 'ProductSupply').flatMap((one) => childrenOf(one, 'SupplyDetail'));
  if (!descriptive && NOTIFICATIONS.replace.has(notification))
    throw new InvalidRecordError('It has no DescriptiveDetail, so neither a title nor a form.');
  const record = {
    reference,
    notification,
    deletionText: textOf(product, 'DeletionText'),
    identifiers,
    isbn: isbnOf(identifiers, found),
    descriptive: descriptive ? mapDescriptive(descriptive, defaults, found) : null,
    collateral: collateral ? mapCollateral(collateral, defaults) : null,
    publishing: publishing ? mapPublishing(publishing, found) : null,
    related: related ? mapRelated(related) : null,
    supply: childOf(product, 'ProductSupply') ? supplies.map((one) => mapSupply(one, defaults, found)) : null,
  };
  return { record, ...found };
}

function requireNotification(code: string): void {
  const { replace, update, delete: deletion, ignored } = NOTIFICATIONS;
  if (replace.has(code) || code === update || code === deletion || ignored.has(code)) return;
  throw new InvalidRecordError(code ? `Its NotificationType "${code}" is unknown.` : 'It has no NotificationType.');
}

/** Types of identifiers (list 5) that may hold an ISBN, the surest first. */
const ISBN_TYPES = ['15', '03', '02'];

function isbnOf(identifiers: readonly Identifier[], { notes }: RecordNotes): string | null {
  for (const type of ISBN_TYPES) {
    const value = identifiers.find((one) => one.type === type)?.value;
    if (!value || (type === '03' && !/^97[89]/.test(value))) continue;
    if (isPlaceholderIsbn(value)) {
      notes.push(`The ISBN "${value}" stands for one that is not known yet; imported without.`);
      continue;
    }
    const isbn = parseIsbn(value);
    if (isbn !== undefined) return isbn;
    notes.push(`The ISBN "${value}" is not valid; imported without.`);
  }
  return null;
}
