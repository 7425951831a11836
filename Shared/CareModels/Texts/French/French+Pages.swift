extension French {
    /// Auth's pages and the front door's. What stands in a page may hold markup.
    package static let pages: [String: String] = [
        // Logging in, signing up, consenting.
        "Log in": "Se connecter",
        "to continue to {0}": "pour continuer vers {0}",
        "Enter your code": "Saisissez votre code",
        "Code": "Code",
        "Of your authenticator app, or one of your recovery codes": "De votre application d’authentification, ou l’un de vos codes de secours",
        "Type a code.": "Saisissez un code.",
        "The code is wrong, or was used already.": "Le code est erroné, ou a déjà servi.",
        "Username": "Nom d’utilisateur",
        "Password": "Mot de passe",
        "New to Careline?": "Pas encore de compte ?",
        "Sign up": "S’inscrire",
        "3 to 64 of a–z, 0–9, dot, hyphen and underscore": "3 à 64 caractères : a–z, 0–9, point, tiret et tiret bas",
        "12 characters or more; several unrelated words are good": "12 caractères ou plus ; plusieurs mots sans lien entre eux conviennent bien",
        "Full name": "Nom complet",
        "E-mail": "Adresse e-mail",
        "Specialty": "Spécialité",
        "For clinicians, such as cardiology": "Pour les soignants, par exemple cardiologie",
        "(optional)": "(facultatif)",
        "I am": "Je suis",
        "a patient": "patient",
        "a clinician": "soignant",
        "Already have an account?": "Déjà un compte ?",
        "Language": "Langue",
        "Allow {0}": "Autoriser {0}",
        "Allow {0}?": "Autoriser {0} ?",
        "You are logged in as {0}.": "Vous utilisez le compte {0}.",
        "It asks to:": "Cette application demande à :",
        "Allow": "Autoriser",
        "Deny": "Refuser",
        "Either way you go back to {0}.": "Dans les deux cas, vous retournez à {0}.",
        "This link does not work": "Ce lien ne fonctionne pas",
        "Go back to the app and try again. If it happens again, tell its makers what this page says.":
            "Retournez à l’application et réessayez. Si cela se reproduit, dites à ses auteurs ce que cette page indique.",
        "The app that sent you here is not known to Careline (client_id).": "Careline ne connaît pas l’application d’où vous venez (client_id).",
        "The app asked to be answered at an address that it has not registered (redirect_uri).":
            "L’application demande une réponse à une adresse qu’elle n’a pas enregistrée (redirect_uri).",
        "The app sent client_id or redirect_uri more than once.": "L’application a envoyé client_id ou redirect_uri plusieurs fois.",
        "What the app asked for is longer than {0} characters.": "La demande de l’application dépasse {0} caractères.",
        "What the app asked for is not known here any more (request_uri): it was used already, or more than ten minutes have passed.":
            "La demande de l’application n’est plus connue ici (request_uri) : elle a déjà servi, ou plus de dix minutes se sont écoulées.",
        "Back to the app": "Retour à l’application",
        "Go on": "Continuer",
        "This did not work": "Cela n’a pas fonctionné",
        "What was sent is too long.": "Ce qui a été envoyé est trop long.",
        "What was sent is not a form of ours.": "Ce qui a été envoyé n’est pas un de nos formulaires.",
        "Too much was asked of us from where you are. Please wait a moment.":
            "Trop de demandes nous arrivent de là où vous êtes. Veuillez patienter un instant.",
        "What was sent cannot be read: something in it is broken, or there twice.":
            "Ce qui a été envoyé est illisible : un élément est défectueux, ou s’y trouve deux fois.",
        "Something of ours does not answer right now. Please try again in a moment.":
            "Un de nos services ne répond pas en ce moment. Veuillez réessayer dans un instant.",
        "This page was open for too long. Please try again.": "Cette page est restée ouverte trop longtemps. Veuillez réessayer.",
        "Many people are logging in right now. Please try again in a moment.": "Beaucoup de personnes se connectent en ce moment. Veuillez réessayer dans un instant.",
        "The username or the password is wrong.": "Le nom d’utilisateur ou le mot de passe est incorrect.",
        "Too many attempts failed. Please wait {0} {0|second|seconds} before the next.":
            "Trop de tentatives ont échoué. Veuillez attendre {0} {0|seconde|secondes} avant la suivante.",
        "Too many accounts were made from this network in the last hour. Please try again later.":
            "Trop de comptes ont été créés depuis ce réseau pendant la dernière heure. Veuillez réessayer plus tard.",

        // Logging out.
        "Log out": "Se déconnecter",
        "Log out?": "Se déconnecter ?",
        "You are logged in as {0}. Apps ask you to log in again after this.":
            "Vous utilisez le compte {0}. Les applications vous demanderont ensuite de vous reconnecter.",
        "Logged out": "Déconnexion réussie",
        "You are logged out": "Vous êtes déconnecté",
        "Nobody is logged in to Careline with this browser.": "Personne n’est connecté à Careline avec ce navigateur.",
        "Nobody was logged out. If it happens again, tell the makers of the app what this page says.":
            "Personne n’a été déconnecté. Si cela se reproduit, dites aux auteurs de l’application ce que cette page indique.",
        "The app sent something more than once.": "L’application a envoyé un élément plusieurs fois.",
        "The app named another app than the one that it has an id token of (client_id, id_token_hint).":
            "L’application a nommé une autre application que celle dont elle a le jeton d’identité (client_id, id_token_hint).",
        "The app asked to send you to an address that it has not registered (post_logout_redirect_uri).":
            "L’application demande de vous envoyer à une adresse qu’elle n’a pas enregistrée (post_logout_redirect_uri).",

        // One's own account.
        "Forgotten your password?": "Mot de passe oublié ?",
        "Forgotten password": "Mot de passe oublié",
        "Username or e-mail": "Nom d’utilisateur ou adresse e-mail",
        "We send you a mail with a link to set a new one.": "Nous vous envoyons un e-mail avec un lien pour en définir un nouveau.",
        "Send the link": "Envoyer le lien",
        "New password": "Nouveau mot de passe",
        "Set a new password": "Définir un nouveau mot de passe",
        "You are then logged out everywhere.": "Toutes vos sessions se ferment ensuite.",
        "Set the password": "Définir le mot de passe",
        "An operator set your password. Set your own to go on.": "Un exploitant a défini votre mot de passe. Définissez le vôtre pour continuer.",
        "Look into your mails": "Consultez vos e-mails",
        "If there is an account of that name or address, and it has an e-mail address, a link is on its way there. It works once, within {0} minutes.":
            "S’il existe un compte à ce nom ou à cette adresse, et qu’il a une adresse e-mail, un lien est en route. Il fonctionne une fois, dans les {0} minutes.",
        "This link is over": "Ce lien n’est plus valable",
        "It was used, or has expired.": "Il a été utilisé, ou a expiré.",
        "Ask for a new one": "En demander un nouveau",
        "It was used, or has expired. Ask for another one in your app.": "Il a été utilisé, ou a expiré. Demandez-en un autre dans votre application.",
        "Your e-mail address is confirmed": "Votre adresse e-mail est confirmée",
        "You can close this page.": "Vous pouvez fermer cette page.",
        "Your password is set": "Votre mot de passe est défini",
        "You are logged out everywhere. Go back to your app, and log in with the new password.":
            "Toutes vos sessions sont fermées. Retournez à votre application et connectez-vous avec le nouveau mot de passe.",
        "Confirm your e-mail address": "Confirmer votre adresse e-mail",
        "Mails about your account go to <strong>{0}</strong> then.": "Les e-mails sur votre compte iront alors à <strong>{0}</strong>.",
        "Confirm": "Confirmer",
        "Your account": "Votre compte",
        "{0} (not confirmed yet)": "{0} (pas encore confirmée)",
        "Change your profile": "Modifier votre profil",
        "Change your password": "Changer votre mot de passe",
        "Devices and apps": "Appareils et applications",
        "Erase your account": "Effacer votre compte",
        "Back to your account": "Retour à votre compte",
        "Title": "Titre",
        "Before the name, such as Dr.": "Devant le nom, par exemple Dr",
        "Practice": "Cabinet",
        "Where you work": "Là où vous exercez",
        "Languages": "Langues",
        "The best one first, such as fr-CA, en": "La meilleure d’abord, par exemple fr-CA, en",
        "Time zone": "Fuseau horaire",
        "Such as America/Winnipeg": "Par exemple America/Winnipeg",
        "Save": "Enregistrer",
        "Your account was changed meanwhile. This is how it is now.": "Votre compte a été modifié entre-temps. Le voici tel qu’il est maintenant.",
        "Present password": "Mot de passe actuel",
        "Where you are logged in": "Vos sessions ouvertes",
        "Nowhere but in this browser.": "Nulle part ailleurs que dans ce navigateur.",
        "Log out there": "Fermer cette session",
        "Apps that may do something for you": "Applications qui peuvent agir pour vous",
        "None.": "Aucune.",
        "Withdraw": "Retirer l’autorisation",
        "Erase your account?": "Effacer votre compte ?",
        "Everything about {0} is erased: messages, health records, heart rates. Appointments ahead are cancelled. It cannot be undone.":
            "Tout ce qui concerne {0} est effacé : messages, dossier de santé, fréquences cardiaques. Les rendez-vous à venir sont annulés. C’est irréversible.",
        "Erase everything": "Tout effacer",
        "Your account is erased": "Votre compte est effacé",
        "The rest of Careline follows in a moment. You can close this page.": "Le reste de Careline suit dans un instant. Vous pouvez fermer cette page.",

        // What an app asks to do.
        "Know that it is you": "savoir que c’est vous",
        "See your name, username, picture and time zone": "voir votre nom, votre nom d’utilisateur, votre photo et votre fuseau horaire",
        "See your e-mail address": "voir votre adresse e-mail",
        "Stay connected until you sign out": "rester connectée jusqu’à ce que vous vous déconnectiez",
        "See your account": "voir votre compte",
        "Change or delete your account": "modifier ou supprimer votre compte",
        "See your appointments": "voir vos rendez-vous",
        "Book, move and cancel appointments for you": "prendre, déplacer et annuler des rendez-vous pour vous",
        "Publish your working hours": "publier vos disponibilités",
        "Enter emergency rooms and their hours": "saisir des services d’urgences et leurs horaires",
        "Read your health records": "lire votre dossier de santé",
        "Add, change and delete your health records": "compléter, modifier et supprimer votre dossier de santé",
        "See your heart rates and medication reminders": "voir vos fréquences cardiaques et vos rappels de médicaments",
        "Record heart rates and answer medication alerts for you": "enregistrer des fréquences cardiaques et répondre aux alertes de médicaments pour vous",
        "Read your conversations and notifications": "lire vos conversations et vos notifications",
        "Find, suspend and unlock anybody's account": "trouver, suspendre et débloquer n’importe quel compte",
        "Add, change and disable apps": "ajouter, modifier et désactiver des applications",
        "Read what happened to all accounts": "lire ce qui est arrivé à tous les comptes",
        "Send messages and files for you": "envoyer des messages et des fichiers pour vous",

        // The front door.
        "To the content": "Aller au contenu",
        "Guides": "Guides",
        "Events": "Événements",
        "Problems": "Problèmes",
        "Glossary": "Glossaire",
        "Changelog": "Nouveautés",
        "Status": "État",
        "Search the guides": "Chercher dans les guides",
        "Search": "Chercher",
        "The guides are in English.": "Les guides sont en anglais.",
        "References": "Références",
        "every operation, to be tried in the browser; as a file:": "chaque opération, à essayer dans le navigateur ; en fichier :",
        "every event with its fields; as a file:": "chaque événement avec ses champs ; en fichier :",
        "what an error means, and what to do": "ce que signifie une erreur, et que faire",
        "one name for each thing": "un nom pour chaque chose",
        "what is new, and what will end": "ce qui est nouveau, et ce qui prendra fin",
        "Chapters": "Chapitres",
        "Give one word or more: sections that have all of them are found.": "Donnez un mot ou plusieurs : les sections qui les contiennent tous sont trouvées.",
        "Nothing in the guides has all of these words: {0}": "Rien dans les guides ne contient tous ces mots : {0}",
        "One section has: {0}": "Une section contient : {0}",
        "The first {0} sections that have: {1}": "Les {0} premières sections qui contiennent : {1}",
        "{0} sections have: {1}": "{0} sections contiennent : {1}",
        "Nothing here": "Rien ici",
        "Nothing is at this address": "Il n’y a rien à cette adresse",
        "Begin at <a href=\"/\">the first page</a>, look through <a href=\"/docs\">the guides</a>, or search them above.":
            "Commencez par <a href=\"/\">la première page</a>, parcourez <a href=\"/docs\">les guides</a>, ou cherchez-y ci-dessus.",
        "API reference": "Référence de l’API",
        "Every operation, with its fields, answers and errors. To try one: <b lang=\"en\">Authorize</b>, choose <i>oauth</i>, log in, then <b lang=\"en\">Try it out</b>. Requests go to this platform. As a file: <a href=\"/openapi.yaml\">openapi.yaml</a>. In words: <a href=\"/docs/app-developers\">the guide</a>.":
            "Chaque opération, avec ses champs, ses réponses et ses erreurs. Pour en essayer une : <b lang=\"en\">Authorize</b>, choisissez <i>oauth</i>, connectez-vous, puis <b lang=\"en\">Try it out</b>. Les requêtes vont à cette plateforme. En fichier : <a href=\"/openapi.yaml\">openapi.yaml</a>. En mots : <a href=\"/docs/app-developers\">le guide</a>.",
        "This page takes a script to be more than this.": "Sans script, cette page n’est que cela.",
        "The operations as a list take none.": "La liste des opérations n’en demande pas.",
        "What can be had all the same: <a href=\"/docs/operations\">the operations as a list</a>, <a href=\"/openapi.yaml\">openapi.yaml</a> for a tool of your own, and <a href=\"/docs/app-developers\">the guide for app developers</a>.":
            "Ce qui est disponible malgré tout : <a href=\"/docs/operations\">la liste des opérations</a>, <a href=\"/openapi.yaml\">openapi.yaml</a> pour votre propre outil, et <a href=\"/docs/app-developers\">le guide pour les développeurs d’applications</a>.",
        "Logged in": "Connexion réussie",
        "The reference has what it needs; this window may be closed.": "La référence a ce qu’il lui faut ; vous pouvez fermer cette fenêtre.",
        "What is not done is answered with a problem (<a href=\"https://www.rfc-editor.org/rfc/rfc9457\">RFC 9457</a>). Its <code>type</code> is the address of one of these pages and never changes: an app decides by it, not by the words. <code>requestId</code> is what an operator asks for.":
            "Ce qui n’est pas fait reçoit pour réponse un problème (<a href=\"https://www.rfc-editor.org/rfc/rfc9457\">RFC 9457</a>). Son <code>type</code> est l’adresse d’une de ces pages et ne change jamais : une application décide d’après lui, pas d’après les mots. <code>requestId</code> est ce que demande un exploitant.",
        "What it holds besides": "Ce qu’il contient en plus",
        "status {0}": "statut {0}",
        "What it means": "Ce que cela signifie",
        "What to do": "Que faire",
        "An example": "Un exemple",
        "All problems": "Tous les problèmes",
        "Careline": "Careline",
        "The backend of a care platform. Patients find a clinician and book a time, write to them, keep their health records, are watched by their heart rate and reminded of their medication, and find the nearest emergency room that is open.":
            "Le système derrière une plateforme de soins. Les patients trouvent un soignant et prennent rendez-vous, lui écrivent, tiennent leur dossier de santé, sont suivis par leur fréquence cardiaque, reçoivent des rappels de médicaments et trouvent le service d’urgences ouvert le plus proche.",
        "There is no app in it: yours is what people see. It speaks HTTP and JSON to apps, a WebSocket to those that want to know at once, and Kafka to other systems. All of it is behind this one address:":
            "Il ne contient pas d’application : c’est la vôtre que l’on voit. Il parle HTTP et JSON aux applications, WebSocket à celles qui veulent tout savoir aussitôt, et Kafka aux autres systèmes. Tout est derrière cette seule adresse :",
        "As the gateway saw it when it passed this page on. <a href=\"/status\">Status</a> goes on when everything else is down.":
            "Tel que la passerelle l’a vu en transmettant cette page. La page <a href=\"/status\">État</a> répond encore quand tout le reste est arrêté.",
        "What runs here": "Ce qui tourne ici",
        "How to begin": "Par où commencer",
        "The demo": "La démonstration",
        "This is a demo on one machine. Log in as either of these, or <a href=\"/docs/api\">try a request in the browser</a>:":
            "Ceci est une démonstration sur une seule machine. Connectez-vous avec l’un de ces comptes, ou <a href=\"/docs/api\">essayez une requête dans le navigateur</a> :",
        "Pat Demo, a patient": "Pat Demo, patient",
        "Dr. Dana Demo, a cardiologist with weekly hours": "Dr Dana Demo, cardiologue avec des horaires hebdomadaires",
        "The password of both:": "Le mot de passe des deux :",
        "In a terminal, from a login to the free times that can be booked:": "Dans un terminal, de la connexion aux créneaux libres :",
        "An app of your own logs people in as the client <code>demo-app</code>, redirected to <code>http://127.0.0.1/callback</code> at any port.":
            "Votre propre application connecte les personnes avec le client <code>demo-app</code> et la redirection <code>http://127.0.0.1/callback</code>, sur n’importe quel port.",
        "You write an app": "Vous écrivez une application",
        "Look around without a login: <code>curl '{0}/ers/nearest?latitude=49.9&amp;longitude=-97.1'</code>":
            "Regardez autour de vous sans vous connecter : <code>curl '{0}/ers/nearest?latitude=49.9&amp;longitude=-97.1'</code>",
        "Try requests in the <a href=\"/docs/api\">API reference</a>; generate a client from <a href=\"/openapi.yaml\">openapi.yaml</a>.":
            "Essayez des requêtes dans la <a href=\"/docs/api\">référence de l’API</a> ; générez un client à partir d’<a href=\"/openapi.yaml\">openapi.yaml</a>.",
        "Log people in with any OpenID Connect library: <a href=\"/.well-known/openid-configuration\">the discovery document</a>.":
            "Connectez les personnes avec n’importe quelle bibliothèque OpenID Connect : <a href=\"/.well-known/openid-configuration\">le document de découverte</a>.",
        "Read <a href=\"/docs/app-developers\">the guide for app developers</a>; every error's <code>type</code> leads to <a href=\"/problems\">its page</a>.":
            "Lisez <a href=\"/docs/app-developers\">le guide pour les développeurs d’applications</a> ; le <code>type</code> de chaque erreur mène à <a href=\"/problems\">sa page</a>.",
        "You run it": "Vous l’exploitez",
        "On one machine: <code>make up</code> in the checkout, and nothing else.": "Sur une seule machine : <code>make up</code> dans le dépôt, et rien d’autre.",
        "In containers or on Kubernetes: <a href=\"/docs/operators\">the guide for operators</a>, with every setting, metric and alert.":
            "En conteneurs ou sur Kubernetes : <a href=\"/docs/operators\">le guide pour les exploitants</a>, avec chaque réglage, chaque mesure et chaque alerte.",
        "What is sealed, under which keys, and what is left: <a href=\"/docs/security\">security</a>.":
            "Ce qui est chiffré, sous quelles clés, et ce qui ne l’est pas : <a href=\"/docs/security\">sécurité</a>.",
        "How fast it is, and on what: <a href=\"/docs/benchmarks\">benchmarks</a>.":
            "Sa rapidité, et sur quelle machine : <a href=\"/docs/benchmarks\">mesures de performance</a>.",
        "Your system listens to events": "Votre système écoute des événements",
        "See which there are: <a href=\"/docs/events\">the events</a>, CloudEvents in Kafka topics.":
            "Voyez lesquels existent : <a href=\"/docs/events\">les événements</a>, des CloudEvents dans des topics Kafka.",
        "Generate types from <a href=\"/asyncapi.yaml\">asyncapi.yaml</a> or from the JSON Schemas that it names.":
            "Générez des types à partir d’<a href=\"/asyncapi.yaml\">asyncapi.yaml</a> ou des JSON Schemas qu’il nomme.",
        "Read <a href=\"/docs/event-consumers\">the guide for event consumers</a>: order, repetitions, erasure.":
            "Lisez <a href=\"/docs/event-consumers\">le guide pour les consommateurs d’événements</a> : ordre, répétitions, effacement.",

        // The services and their states.
        "Accounts": "Comptes",
        "Scheduling": "Rendez-vous",
        "Messaging": "Messagerie",
        "Health monitor": "Suivi de santé",
        "Emergency rooms": "Services d’urgences",
        "Records": "Dossiers",
        "Webhooks": "Webhooks",
        "People sign up, log in and leave; apps ask for their consent (OAuth 2.1, OpenID Connect).":
            "Les personnes s’inscrivent, se connectent et s’en vont ; les applications demandent leur consentement (OAuth 2.1, OpenID Connect).",
        "Clinicians' hours, free times, appointments that nobody can book twice.":
            "Disponibilités des soignants, créneaux libres, rendez-vous que personne ne peut prendre deux fois.",
        "Conversations with files, notifications, and a live stream of what is new.":
            "Conversations avec fichiers, notifications, et un fil en direct de ce qui est nouveau.",
        "Resting heart rates, alerts above a boundary, reminders of medication.": "Fréquences cardiaques au repos, alertes au-dessus d’un seuil, rappels de médicaments.",
        "The nearest one that is open, without a login.": "Le plus proche qui soit ouvert, sans se connecter.",
        "A person's health records in FHIR, encrypted under a key of their own.": "Le dossier de santé de chacun en FHIR, chiffré sous une clé qui lui est propre.",
        "Events, signed, to the addresses of the operator's own back-ends.": "Des événements signés, envoyés aux adresses des systèmes de l’exploitant.",
        "not known": "inconnu",
        "away": "absent",
        "runs": "en marche",
        "runs, {0} of it": "en marche, {0} serveurs"
    ]
}
