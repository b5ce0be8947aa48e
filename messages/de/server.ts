import type { Translated } from '../translated.ts';
import type en from '../en/server.ts';

export default {
  refusals: {
    malformed: 'Diese Eingabe ließ sich nicht lesen.',
    unsupported_media_type: 'Dieser Aufruf nimmt nur JSON an.',
    too_large: 'Das ist zu viel auf einmal.',
    invalid: 'Bitte sehen Sie sich einige Angaben noch einmal an.',
    not_found: 'Das konnten wir nicht finden.',
    token_missing: 'Bitte melden Sie sich zuerst an.',
    token_invalid: 'Ihre Anmeldung ist abgelaufen. Bitte melden Sie sich noch einmal an.',
    foreign_origin: 'Dieser Aufruf kam von einer anderen Website.',
    too_many_attempts: 'Zu viele Versuche. Bitte versuchen Sie es {wait} noch einmal.',
    too_many_requests: 'Das ging ein wenig schnell. Bitte versuchen Sie es {wait} noch einmal.',
    busy: 'Bei uns ist gerade sehr viel los. Nichts ist verloren; bitte versuchen Sie es gleich noch einmal.',
    internal: 'Bei uns ist etwas schiefgegangen. Es wurde nichts geändert.',
    wrong_credentials: 'E-Mail-Adresse oder Passwort falsch',
    not_activated:
      'Dieses Konto ist noch nicht aktiviert. Bitte öffnen Sie den Link in der E-Mail, die wir Ihnen geschickt haben.',
    session_ended: 'Sie wurden abgemeldet. Bitte melden Sie sich noch einmal an.',
    provider_rejected:
      'Diese Anmeldung über den anderen Dienst konnten wir nicht annehmen. Bitte versuchen Sie es noch einmal.',
    provider_unreachable:
      'Der Dienst, mit dem Sie sich anmelden, antwortet gerade nicht. Bitte versuchen Sie es in Kürze noch einmal, oder melden Sie sich mit Ihrem Passwort an.',
    email_taken:
      'Mit dieser E-Mail-Adresse gibt es bereits ein Konto. Bitte melden Sie sich zuerst mit dessen Passwort an.',
    link_expired: 'Dieser Link wurde schon verwendet oder ist abgelaufen. Bitte fordern Sie einen neuen an.',
    coupon_unknown: 'Diesen Gutschein kennen wir nicht. Bitte prüfen Sie die Schreibweise.',
    coupon_not_started: 'Dieser Gutschein gilt noch nicht.',
    coupon_expired: 'Dieser Gutschein ist abgelaufen.',
    coupon_used_up: 'Dieser Gutschein ist aufgebraucht.',
    coupon_already_used: 'Diesen Gutschein haben Sie schon eingelöst.',
    coupon_not_applicable: 'Dieser Gutschein gilt für keines der Bücher in Ihrem Warenkorb.',
    coupon_minimum_not_met: 'Ihr Warenkorb erreicht den Mindestbetrag für diesen Gutschein noch nicht.',
    price_changed:
      'Seit Ihrem letzten Blick hat sich ein Preis geändert. Bitte prüfen Sie die neue Summe, bevor Sie bestellen.',
    out_of_stock: 'Nicht alle diese Bücher sind noch in dieser Anzahl vorrätig.',
    postal_code_invalid: 'Postleitzahl ungültig',
    idempotency_mismatch: 'Diese Bestellung wurde schon mit anderem Inhalt abgeschickt.',
    method_unavailable: 'Auf diesem Weg lässt sich diese Bestellung nicht bezahlen. Bitte wählen Sie einen anderen.',
    payment_unreachable:
      'Die Zahlungsseite lässt sich gerade nicht öffnen. Ihre Bestellung steht; bitte versuchen Sie es gleich noch einmal, oder überweisen Sie.',
    signature_invalid: 'Dieses Ereignis trägt keine Unterschrift des Zahlungsdienstes.',
    too_late: 'Dafür ist es zu spät: Die Bestellung ist schon einen Schritt weiter.',
    not_refundable:
      'Eine Erstattung ist hier nicht möglich: Es wurde nicht bezahlt, die Erstattung ist schon beantragt, oder die Lieferung liegt mehr als 30 Tage zurück.',
    too_many: 'Für noch mehr davon ist hier kein Platz.',
  },
  wait: {
    seconds: 'in {count, plural, one {# Sekunde} other {# Sekunden}}',
    minutes: 'in {count, plural, one {# Minute} other {# Minuten}}',
    hours: 'in {count, plural, one {# Stunde} other {# Stunden}}',
  },
  said: {
    registered:
      'Bitte öffnen Sie den Link in der E-Mail, die wir Ihnen gerade geschickt haben, um Ihr Konto zu aktivieren.',
    linkSent: 'Wenn es zu dieser Adresse ein Konto gibt, ist eine E-Mail unterwegs.',
    newAddress: 'Wenn sich diese Adresse verwenden lässt, ist eine E-Mail mit einem Link dorthin unterwegs.',
  },
  receipt: {
    titles: {
      pending: 'Rechnung',
      paid: 'Beleg',
      cancelled: 'Stornierte Bestellung',
    },
    order: 'Bestellung {number}',
    placed: 'Bestellt am {date}',
    deliverTo: 'Lieferadresse',
    invoiceTo: 'Für',
    books: 'Bücher',
    copies: 'Anzahl',
    amount: 'Betrag',
    isbn: 'ISBN {isbn}',
    payment: {
      pending: 'Noch nicht bezahlt. Bitte überweisen Sie {amount} an:',
      paid: 'Bezahlt.',
      cancelled: 'Diese Bestellung wurde storniert; es ist nichts zu zahlen.',
    },
    paidOn: 'Bezahlt am {date}: {method}.',
    refunded: 'Erstattet: {amount}.',
    page: '{order} · Seite {page, number} von {pages, number}',
    thanks: 'Danke, dass Sie mit {shop} lesen.',
  },
  mails: {
    greeting: 'Guten Tag {name},',
    goodbye: 'Herzliche Grüße von uns allen bei {shop}',
    activate: {
      subject: 'Aktivieren Sie Ihr Konto bei {shop}',
      text: 'Schön, dass Sie bei {shop} ein Konto angelegt haben. Bitte aktivieren Sie es innerhalb von 24 Stunden:',
      button: 'Mein Konto aktivieren',
      ignore: 'Wenn Sie das nicht waren, brauchen Sie nichts zu tun.',
    },
    account_exists: {
      subject: 'Sie haben schon ein Konto bei {shop}',
      text: 'Jemand, wahrscheinlich Sie selbst, wollte mit dieser Adresse ein Konto anlegen; es gibt aber schon eines. Sie können sich anmelden oder ein neues Passwort anfordern:',
      button: 'Anmelden',
    },
    reset: {
      subject: 'Ein neues Passwort für {shop}',
      text: 'Wählen Sie innerhalb einer Stunde ein neues Passwort:',
      button: 'Neues Passwort wählen',
      ignore: 'Wenn Sie das nicht waren, gilt Ihr altes Passwort weiter, und Sie brauchen nichts zu tun.',
    },
    password_changed: {
      subject: 'Ihr Passwort bei {shop} wurde geändert',
      text: 'Ihr Passwort wurde geändert, und andere Geräte wurden abgemeldet. Wenn Sie das nicht waren, antworten Sie bitte sofort auf diese E-Mail.',
    },
    email_change: {
      subject: 'Ihre neue Adresse für {shop}',
      text: 'Bitte bestätigen Sie innerhalb einer Stunde, dass dies Ihre neue E-Mail-Adresse für {shop} ist:',
      button: 'Diese Adresse bestätigen',
      ignore: 'Wenn Sie das nicht waren, brauchen Sie nichts zu tun: Ohne diesen Link ändert sich nichts.',
    },
    email_change_asked: {
      subject: 'Eine andere E-Mail-Adresse für Ihr Konto bei {shop}',
      text: 'Jemand, wahrscheinlich Sie selbst, möchte für Ihr Konto eine andere E-Mail-Adresse eintragen. Wir haben einen Link an diese Adresse geschickt; bis er geöffnet wird, ändert sich nichts. Wenn Sie das nicht waren, ändern Sie bitte Ihr Passwort.',
    },
    email_changed: {
      subject: 'Ihre E-Mail-Adresse bei {shop} wurde geändert',
      text: 'Ihr Konto hat jetzt eine andere E-Mail-Adresse, und wir schreiben Ihnen künftig dorthin. Wenn Sie das nicht waren, antworten Sie bitte sofort auf diese E-Mail.',
    },
    account_deleted: {
      subject: 'Ihr Konto bei {shop} wurde gelöscht',
      text: 'Ihr Konto ist gelöscht, mit Ihren Adressen, Ihrer Wunschliste und Ihren Nachrichten. Was wir von früheren Bestellungen aufbewahren müssen, bewahren wir ohne Ihren Namen auf. Bestellungen, die noch unterwegs sind, kommen bei Ihnen an; danach vergessen wir, wohin. Danke, dass Sie mit uns gelesen haben.',
    },
    session_reused: {
      subject: 'Wir haben Sie bei {shop} abgemeldet',
      text: 'Ein alter Schlüssel Ihrer Anmeldung wurde noch einmal verwendet; vielleicht hat ihn jemand kopiert. Wir haben diese Anmeldung beendet. Im Zweifel ändern Sie bitte Ihr Passwort.',
    },
    provider_joined: {
      subject: 'Sie können sich bei {shop} jetzt mit {provider} anmelden',
      text: 'Jemand, wahrscheinlich Sie selbst, hat sich bei {shop} zum ersten Mal mit {provider} angemeldet. Ihr Konto lässt sich nun auch auf diesem Weg öffnen; Ihr Passwort gilt weiter. Wenn Sie das nicht waren, antworten Sie bitte sofort auf diese E-Mail.',
    },
    order_placed: {
      subject: 'Ihre Bestellung {number} bei {shop}',
      text: 'Vielen Dank! Ihre Bestellung {number} ist bei uns angekommen.',
      payOnline:
        'Bitte bezahlen Sie {amount} auf der Seite Ihrer Bestellung, falls Sie es noch nicht getan haben. Wir verschicken Ihre Bücher, sobald das Geld da ist.',
      transfer:
        'Bitte überweisen Sie {amount} auf das folgende Bankkonto. Wir verschicken Ihre Bücher, sobald das Geld da ist.',
      bank: 'Bank: {bank}',
      accountName: 'Kontoinhaber: {name}',
      accountNumber: 'Kontonummer: {number}',
      reference: 'Verwendungszweck: {reference}',
      deliverTo: 'Lieferadresse',
      button: 'Bestellung ansehen',
    },
    order_moved: {
      subject: 'Bestellung {number}: {state}',
      text: 'Neues von Ihrer Bestellung {number}: {state}.',
      parcel: 'Paket: {carrier} {tracking}',
      button: 'Bestellung ansehen',
    },
    ticket_opened: {
      subject: 'Ihre Anfrage {number}: {subject}',
      text: 'Vielen Dank für Ihre Nachricht. Ihre Anfrage {number} ist bei uns; wir antworten am nächsten Werktag. Sie haben uns geschrieben:',
      button: 'Anfrage ansehen',
    },
    ticket_answered: {
      subject: 'Unsere Antwort auf Ihre Anfrage {number}: {subject}',
      text: 'Wir haben Ihre Anfrage {number} „{subject}“ beantwortet:',
      button: 'Lesen und antworten',
    },
    ticket_closed: {
      subject: 'Ihre Anfrage {number} ist geschlossen: {subject}',
      text: 'Ihre Anfrage {number} „{subject}“ ist geschlossen. Ist noch etwas offen, antworten Sie einfach darauf; dann ist sie wieder offen.',
      button: 'Anfrage ansehen',
    },
    ticket_reopened: {
      subject: 'Ihre Anfrage {number} ist wieder offen: {subject}',
      text: 'Ihre Anfrage {number} „{subject}“ ist wieder offen. Wir antworten am nächsten Werktag.',
      button: 'Anfrage ansehen',
    },
    payment_returned: {
      subject: 'Bestellung {number}: Ihre Zahlung geht an Sie zurück',
      text: 'Für Ihre Bestellung {number} sind {amount} eingegangen, die sie nicht brauchte: Sie war schon bezahlt oder storniert. Wir schicken das Geld auf demselben Weg zurück; bis Ihre Bank es zeigt, können einige Werktage vergehen.',
      button: 'Bestellung ansehen',
    },
    refund_moved: {
      subject: 'Erstattung zur Bestellung {number}: {state}',
      requested: 'Ihr Antrag auf Erstattung von {amount} aus Ihrer Bestellung {number} ist bei uns angekommen.',
      approved: 'Wir erstatten Ihnen {amount} aus Ihrer Bestellung {number}.',
      paid_out: 'Wir haben Ihnen {amount} aus Ihrer Bestellung {number} zurückgezahlt.',
      declined:
        'Ihrem Antrag auf Erstattung von {amount} aus Ihrer Bestellung {number} konnten wir leider nicht entsprechen.',
      note: 'Nachricht der Buchhandlung: {note}',
      button: 'Bestellung ansehen',
    },
  },
  statement: {
    date: 'Datum',
    order: 'Bestellung',
    kind: 'Art',
    method: 'Weg',
    amount: 'Betrag (RM)',
    balance: 'Saldo (RM)',
    broughtForward: 'Saldovortrag',
    kinds: {
      charge: 'Rechnungsbetrag',
      payment: 'Zahlung',
      reversal: 'Rechnung storniert',
      refund: 'Erstattung zugesagt',
      payout: 'Erstattung ausgezahlt',
    },
  },
} satisfies Translated<typeof en>;
