import { parseElement } from '../server/onix/element.ts';
import type { MappedRecord, MessageDefaults } from '../server/onix/fields.ts';
import { mapRecord } from '../server/onix/map-record.ts';
import {
  evaluateOffer,
  isDescribed,
  productFactsOf,
  type DescribedRecord,
  type ProductFacts,
} from '../server/onix/offer.ts';
import { onixRecord, xmlOf, type NewOnixRecord, type OnixNode } from './onix-writer.ts';

export const NO_DEFAULTS: MessageDefaults = { language: null, priceType: null, currency: null };
const TODAY = '2026-11-22';

/** A record of these elements, mapped. */
export function map(nodes: readonly OnixNode[], defaults = NO_DEFAULTS): MappedRecord {
  return mapRecord(parseElement(xmlOf(['Product', nodes])), defaults);
}

/** A mapped record with its description. */
export function recordOf(told: NewOnixRecord, defaults = NO_DEFAULTS): DescribedRecord {
  const { record } = map(onixRecord(told), defaults);
  if (!isDescribed(record)) throw new Error('The record has no description.');
  return record;
}

export const factsOf = (told: NewOnixRecord): ProductFacts => productFactsOf(recordOf(told));
export const offerOf = (told: NewOnixRecord) => evaluateOffer(recordOf(told), TODAY);
