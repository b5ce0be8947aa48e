import { accessibilityNotes, isScreenReaderFriendly, type Accessibility } from './accessibility.ts';
import { isSellableFormat, type BookFormat } from './product.ts';

/** Accessibility in the words of schema.org, which OPDS and EPUB use too; what is not known is left out. */
export type AccessibilityMetadata = {
  accessMode: string[];
  accessModeSufficient: string[];
  accessibilityFeature: string[];
  accessibilityHazard: string[];
  accessibilitySummary: string;
};

/** By code of list 196. */
const FEATURES: Readonly<Record<string, string>> = {
  '36': 'displayTransformability',
  '11': 'tableOfContents',
  '12': 'index',
  '13': 'readingOrder',
  '29': 'structuralNavigation',
  '19': 'pageBreakMarkers',
  '14': 'alternativeText',
  '15': 'longDescription',
  '17': 'MathML',
  '35': 'latex',
  '18': 'ChemML',
  '20': 'synchronizedAudioText',
  '21': 'ttsMarkup',
  '26': 'highContrastDisplay',
  '27': 'highContrastAudio',
  '30': 'ARIA',
};

/** By code of list 143. */
const HAZARDS: Readonly<Record<string, string>> = {
  '00': 'none',
  '13': 'flashing',
  '14': 'noFlashingHazard',
  '15': 'sound',
  '16': 'noSoundHazard',
  '17': 'motionSimulation',
  '18': 'noMotionSimulationHazard',
  '24': 'unknownFlashingHazard',
  '25': 'unknownSoundHazard',
  '26': 'unknownMotionSimulationHazard',
};

const AUDIO_FORMATS: readonly BookFormat[] = ['audiobook', 'audio_cd'];

/** The metadata of an edition; undefined for a printed one, and where nothing is known. */
export function accessibilityMetadata(
  format: BookFormat,
  accessibility: Accessibility | null,
): AccessibilityMetadata | undefined {
  if (!accessibility || isSellableFormat(format)) return undefined;
  const codes = new Set(accessibility.features.map(({ code }) => code));
  const hasImages = codes.has('14') || codes.has('15');
  const isAudio = AUDIO_FORMATS.includes(format);
  return {
    accessMode: isAudio ? ['auditory'] : hasImages ? ['textual', 'visual'] : ['textual'],
    accessModeSufficient: [
      ...(!isAudio && isScreenReaderFriendly(codes) ? ['textual'] : []),
      ...(isAudio || codes.has('51') ? ['auditory'] : []),
    ],
    accessibilityFeature: [...codes].flatMap((code) => FEATURES[code] ?? []),
    accessibilityHazard: accessibility.hazards.flatMap((code) => HAZARDS[code] ?? []),
    accessibilitySummary: accessibilityNotes(accessibility).summaries.join('\n'),
  };
}
