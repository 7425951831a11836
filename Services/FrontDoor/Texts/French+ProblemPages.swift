import CareModels

extension French {
    /// What the pages of problems say of a type beyond its title. In this module, and not where the titles are, which every app links: the pages alone say it.
    static let problemPages: [String: String] = [
        // The request cannot be read, or says what it may not.
        "The request was read, and parts of it are missing, malformed, unknown, given twice, or do not go together.":
            "La requête a été lue, mais certaines de ses parties manquent, sont mal formées, inconnues, répétées ou incompatibles entre elles.",
        "`fields` names every faulty part, by its path in the body, as a query parameter or as a header, and says what it must be. Mend them and send it again.":
            "`fields` nomme chaque partie fautive, par son chemin dans le corps, comme paramètre de l’adresse ou comme en-tête, et dit ce qu’elle doit être. Corrigez-les et renvoyez la requête.",
        "The request's first line, its headers or the framing of its body cannot be read, or mean different things to different readers.":
            "La première ligne de la requête, ses en-têtes ou le découpage de son corps sont illisibles, ou peuvent être compris de plusieurs façons.",
        "Use an HTTP library that keeps to RFC 9112, and send the path without dot segments, empty segments and needless percent-encoding.":
            "Utilisez une bibliothèque HTTP qui respecte la RFC 9112, et envoyez le chemin sans segments à points, sans segments vides et sans encodage superflu.",
        "The address's path is not percent-encoded UTF-8.": "Le chemin de l’adresse n’est pas de l’UTF-8 encodé avec des pour-cent.",
        "Percent-encode it as UTF-8, only what needs it, without NUL characters.":
            "Encodez-le en UTF-8 avec des pour-cent, seulement là où il le faut, sans caractère NUL.",
        "What follows the question mark is not percent-encoded UTF-8, or has too many parameters.":
            "Ce qui suit le point d’interrogation n’est pas de l’UTF-8 encodé avec des pour-cent, ou compte trop de paramètres.",
        "Percent-encode names and values as UTF-8, without NUL characters.": "Encodez les noms et les valeurs en UTF-8 avec des pour-cent, sans caractère NUL.",
        "How many parameters a query may have.": "Le nombre maximal de paramètres d’une adresse.",
        "The body is no JSON (RFC 8259) in UTF-8, has a byte order mark or something behind its end, or is nested too deep.":
            "Le corps n’est pas du JSON (RFC 8259) en UTF-8, commence par une marque d’ordre des octets, continue après sa fin ou comporte trop de niveaux d’imbrication.",
        "`detail` says at which byte, or where. Write bodies with a JSON library.":
            "`detail` dit à quel octet, ou à quel endroit. Écrivez les corps avec une bibliothèque JSON.",
        "The body is not application/x-www-form-urlencoded in UTF-8, or has too many fields.":
            "Le corps n’est pas de l’application/x-www-form-urlencoded en UTF-8, ou compte trop de champs.",
        "How many fields a form may have.": "Le nombre maximal de champs d’un formulaire.",
        "The parts of the body cannot be told apart, or one of them has no readable header (RFC 7578).":
            "Les parties du corps ne peuvent pas être distinguées, ou l’une d’elles n’a pas d’en-tête lisible (RFC 7578).",
        "`detail` says what is wrong. Write such bodies with a library.": "`detail` dit ce qui ne va pas. Écrivez ce genre de corps avec une bibliothèque.",
        "The connection ended before the whole body was here. Nothing was done.": "La connexion a pris fin avant l’arrivée du corps entier. Rien n’a été fait.",
        "Send it again.": "Renvoyez-la.",
        "The request was not here whole within its time. Nothing was done; the connection is closed.":
            "La requête n’est pas arrivée en entier dans le délai prévu. Rien n’a été fait ; la connexion est fermée.",
        "Send it again on a new connection. A body has to come at 64 KiB a second, a file at 16.":
            "Renvoyez-la sur une nouvelle connexion. Un corps doit arriver à 64 Kio par seconde au moins, un fichier à 16.",
        "The address and the headers have too many bytes together, or there are too many headers.":
            "L’adresse et les en-têtes comptent ensemble trop d’octets, ou les en-têtes sont trop nombreux.",
        "Send fewer or shorter headers, or a shorter query.": "Envoyez moins d’en-têtes, des en-têtes plus courts, ou moins de paramètres.",
        "Bytes that are taken, when there were more.": "Le nombre d’octets acceptés, s’il a été dépassé.",
        "Headers that are taken, when there were more.": "Le nombre d’en-têtes acceptés, s’il a été dépassé.",
        "The body has more bytes than are taken at this address.": "Le corps a plus d’octets que cette adresse n’en accepte.",
        "Send less, or in parts.": "Envoyez-en moins, ou en plusieurs parties.",
        "Bytes that are taken.": "Le nombre d’octets acceptés.",
        "A bundle has too many entries, or what it asks for is too much to be answered at once.":
            "Un Bundle a trop d’entrées, ou demande trop pour une seule réponse.",
        "`detail` names the limit, and so does `limit` where it is one number. Ask for less at once, in several requests or pages.":
            "`detail` nomme la limite, et `limit` aussi quand elle est un seul nombre. Demandez moins à la fois, en plusieurs requêtes ou en plusieurs pages.",
        "The most that is taken at once, where it is one number.": "Le plus qui soit accepté à la fois, quand c’est un seul nombre.",
        "The `Content-Type` is missing or is not one that is taken at this address.":
            "Le `Content-Type` manque, ou n’est pas de ceux que cette adresse accepte.",
        "Send the body as the type that the header `Accept` of the answer names.": "Envoyez le corps dans le type que nomme l’en-tête `Accept` de la réponse.",
        "The body, or a part of it, has a `Content-Encoding`. What is sent is stored and read as it is.":
            "Le corps, ou l’une de ses parties, a un `Content-Encoding`. Ce qui est envoyé est enregistré et lu tel quel.",
        "Send it unpacked, without `Content-Encoding`.": "Envoyez-le sans compression ni `Content-Encoding`.",
        "The file's first bytes are not those of a kind of file that messages may hold.":
            "Les premiers octets du fichier ne sont pas ceux d’un type de fichier accepté dans les messages.",
        "`detail` names the kinds that are taken. Convert the file.": "`detail` nomme les types acceptés. Convertissez le fichier.",
        "The `Accept` header, or `_format`, leaves out JSON.": "L’en-tête `Accept`, ou `_format`, exclut JSON.",
        "Accept application/fhir+json.": "Acceptez application/fhir+json.",
        "The `Expect` header asks for something else than 100-continue.": "L’en-tête `Expect` demande autre chose que 100-continue.",
        "Send it without.": "Envoyez la requête sans cet en-tête.",
        "There is something at this address, but it does not take the request's method.":
            "Il y a quelque chose à cette adresse, mais la méthode de la requête n’y est pas acceptée.",
        "The header `Allow` of the answer lists the methods that it takes.": "L’en-tête `Allow` de la réponse énumère les méthodes acceptées.",
        "The request did not ask for the change to WebSocket (RFC 6455).": "La requête n’a pas demandé le passage à WebSocket (RFC 6455).",
        "Open the address with a WebSocket client.": "Ouvrez l’adresse avec un client WebSocket.",
        "Only version 13 (RFC 6455) is spoken.": "Seule la version 13 (RFC 6455) est prise en charge.",
        "Use a client of that version.": "Utilisez un client de cette version.",
        "A FHIR resource or bundle is not valid, or uses what is not supported. On `/fhir` this comes as an OperationOutcome.":
            "Une ressource FHIR ou un Bundle n’est pas valable, ou utilise ce qui n’est pas pris en charge. Sous `/fhir`, la réponse est une OperationOutcome.",
        "`fields` or the outcome names the element and what is wrong with it.": "`fields` ou l’OperationOutcome nomme l’élément et ce qui ne va pas.",
        "Of FHIR's value set issue-type.": "Un code du jeu de valeurs issue-type de FHIR.",
        "A FHIR resource was sent of which its reader was shown a part, or which says where a file is that is not there. Storing it would take the rest away.":
            "La ressource FHIR envoyée n’avait été montrée qu’en partie à son lecteur, ou renvoie à un fichier qui n’existe pas. L’enregistrer ferait perdre le reste.",
        "Read the resource by itself, without `_elements` and `_summary`, change that, and send all of it.":
            "Lisez la ressource seule, sans `_elements` ni `_summary`, modifiez ce que vous avez lu et renvoyez le tout.",
        "A write by a condition (`If-None-Exist`, or a `PUT`, `PATCH` or `DELETE` of a search) found more than one resource. Nothing was written.":
            "Une écriture conditionnelle (`If-None-Exist`, ou `PUT`, `PATCH` ou `DELETE` d’une recherche) a trouvé plus d’une ressource. Rien n’a été écrit.",
        "Narrow the condition, such as to an identifier, or write to the resource's own address.":
            "Restreignez la condition, par exemple à un identifiant, ou écrivez à l’adresse propre de la ressource.",
        "An operation of the patch names what is not there, or its test failed. Nothing was changed.":
            "Une opération du patch nomme ce qui n’existe pas, ou son test a échoué. Rien n’a été modifié.",
        "`detail` names the operation, from 0, and its place. Read the resource again, and make the patch from what is there.":
            "`detail` nomme l’opération, à partir de 0, et son emplacement. Relisez la ressource, et refaites le patch d’après ce qui s’y trouve.",
        "What came has another checksum than `Upload-Checksum` says. None of it was kept. The status is tus's own.":
            "Ce qui est arrivé n’a pas la somme de contrôle que dit `Upload-Checksum`. Rien n’en a été gardé. Ce statut est propre à tus.",
        "Send the same bytes again.": "Renvoyez les mêmes octets.",
        "Nothing smaller can be made of the picture, or this server makes nothing smaller.":
            "L’image ne peut pas être réduite, ou ce serveur ne réduit pas les images.",
        "Read it in its full size.": "Lisez-la en pleine taille.",
        "The `Range` header names bytes beyond the end of the file.": "L’en-tête `Range` nomme des octets au-delà de la fin du fichier.",
        "`size` says how long it is. Ask for a part of it, or for all.": "`size` donne sa longueur. Demandez-en une partie, ou le tout.",
        "The file's length in bytes.": "La longueur du fichier en octets.",
        // Who asks.
        "There is no access token, or it is refused: expired, revoked, or not of this platform.":
            "Il n’y a pas de jeton d’accès, ou il est refusé : expiré, révoqué ou étranger à cette plateforme.",
        "Without a token: let the person log in, and exchange the code for one. With one that has ended: take a fresh one by the refresh token, or let them log in.":
            "Sans jeton : faites connecter la personne, puis échangez le code contre un jeton. Avec un jeton qui n’est plus valable : obtenez-en un nouveau avec le jeton de renouvellement, ou faites reconnecter la personne.",
        "No account has this username and password. Which of them is wrong is not said.":
            "Aucun compte n’a ce nom d’utilisateur et ce mot de passe. On ne dit pas lequel des deux est faux.",
        "Let the person type both again.": "Faites saisir les deux à nouveau.",
        "The password was right. The account has a second factor, whose code was not sent along, is wrong, or was used already: then `fields` names `code`.":
            "Le mot de passe était juste. Le compte a un second facteur, dont le code n’a pas été envoyé, est faux ou a déjà servi : `fields` nomme alors `code`.",
        "Ask the person for the code of their authenticator app, or for a recovery code, and log in with `code` as well. Passkeys are shown on the login page.":
            "Demandez à la personne le code de son application d’authentification, ou un code de secours, et connectez-la avec `code` en plus. Les clés d’accès sont proposées sur la page de connexion.",
        "The sign-in that the token stems from was too long ago for this, or was without the account's second factor (RFC 9470).":
            "La connexion dont vient le jeton est trop ancienne pour cela, ou s’est faite sans le second facteur du compte (RFC 9470).",
        "Let the person sign in again with the `max_age` and `acr_values` that the header `WWW-Authenticate` names, then repeat the request with the new token.":
            "Faites reconnecter la personne avec les `max_age` et `acr_values` que nomme l’en-tête `WWW-Authenticate`, puis répétez la requête avec le nouveau jeton.",
        "The password was right, and an operator's: whoever has it sets their own before they are logged in.":
            "Le mot de passe était juste, mais il vient d’un exploitant : la personne doit définir le sien avant d’être connectée.",
        "Send the person to the login page (`/oauth/authorize`), which asks for a new password, or to `/account/reset`.":
            "Envoyez la personne à la page de connexion (`/oauth/authorize`), qui lui demande un nouveau mot de passe, ou à `/account/reset`.",
        "The password was right. The operator demands a second factor of this role, and the account has none yet.":
            "Le mot de passe était juste. L’exploitant exige un second facteur pour ce rôle, et le compte n’en a pas encore.",
        "Send the person to the login page (`/oauth/authorize`), which leads through setting one up.":
            "Envoyez la personne à la page de connexion (`/oauth/authorize`), qui la guide pour en configurer un.",
        "The password was right, and an operator keeps this account from being used. Its sessions have ended.":
            "Le mot de passe était juste, mais un exploitant empêche l’utilisation de ce compte. Ses sessions sont terminées.",
        "Tell the person to ask who runs the platform. Logging in again does not help before they let them in.":
            "Dites à la personne de s’adresser à l’exploitant de la plateforme. Se reconnecter est inutile tant qu’il n’a pas rouvert le compte.",
        "The password was right, and the person has asked for their account to be erased. Its sessions have ended; `detail` says when it happens.":
            "Le mot de passe était juste, mais la personne a demandé l’effacement de son compte. Ses sessions sont terminées ; `detail` dit quand il sera effacé.",
        "Ask the person whether they want to keep it. If so: `POST /account/erasure/withdrawal`, then log in; or the login page, which asks them.":
            "Demandez à la personne si elle veut le conserver. Si oui : `POST /account/erasure/withdrawal`, puis la connexion ; ou la page de connexion, qui le lui demande.",
        "It is known who asks, and they may not do this: it is for another role, it is not theirs, or their account was erased.":
            "On sait qui demande, et cette personne n’y est pas autorisée : c’est réservé à un autre rôle, ce n’est pas à elle, ou son compte a été effacé.",
        "`detail` says whose it is. Asking again does not help; offer it only to those who may.":
            "`detail` dit à qui c’est réservé. Redemander est inutile ; ne le proposez qu’à qui en a le droit.",
        "The app was not given the scope that this takes (RFC 6750): it did not ask for it, is not registered for it, or it is one of machines alone.":
            "L’application n’a pas reçu l’autorisation (scope) qu’il faut ici (RFC 6750) : elle ne l’a pas demandée, n’est pas enregistrée pour elle, ou c’est une autorisation des machines seules.",
        "Ask for what `scope` names at the next login, if your app is registered for it; what a login gave is in the token answer's `scope`.":
            "Demandez à la prochaine connexion ce que nomme `scope`, si votre application est enregistrée pour cela ; ce qu’une connexion a donné est dans le `scope` de la réponse du jeton.",
        "All scopes that are needed, with spaces between.": "Toutes les autorisations (scopes) nécessaires, séparées par des espaces.",
        "A page of an origin that no app is registered with called the API, or tried to open the stream.":
            "Une page d’une origine qu’aucune application n’a enregistrée a appelé l’API, ou tenté d’ouvrir le flux.",
        "Ask the operator to register your app's origin.": "Demandez à l’exploitant d’enregistrer l’origine de votre application.",
        "Choose other participants, or let the appointment be booked first.": "Choisissez d’autres participants, ou faites d’abord prendre le rendez-vous.",
        "The request came in the clear (`http`). Nothing was done.": "La requête est arrivée en clair (`http`). Rien n’a été fait.",
        "Send it to the `https` address. What went along in the clear may have been read: change the password, or log out and in again.":
            "Envoyez-la à l’adresse en `https`. Ce qui l’accompagnait en clair a pu être lu : changez le mot de passe, ou déconnectez-vous puis reconnectez-vous.",
        // What is not there.
        "There is no such thing, or none that the caller may know of; the two are not told apart.":
            "Cela n’existe pas, ou l’appelant ne doit pas en connaître l’existence ; on ne distingue pas les deux.",
        "Check the id, and whose it is. Take it off your list if it was there.":
            "Vérifiez l’identifiant, et à qui il appartient. S’il était dans votre liste, retirez-le.",
        "No service has this path.": "Aucun service n’a ce chemin.",
        "Compare it with the API's description (`/docs/api`): a part of it may be misspelt.":
            "Comparez-le avec la description de l’API (`/docs/api`) : il contient peut-être une faute de frappe.",
        "This release of FHIR has no such type of resource.": "Cette version de FHIR n’a pas ce type de ressource.",
        "Check the type's spelling and the release in the path.": "Vérifiez l’orthographe du type et la version dans le chemin.",
        "The record was deleted. Its earlier versions can still be read.": "L’enregistrement a été supprimé. Ses versions antérieures restent lisibles.",
        "Take it off your list, or read an earlier version by its number.": "Retirez-le de votre liste, ou lisez une version antérieure par son numéro.",
        "The directory was restored from an earlier state, and your copy may hold what it does not.":
            "Le répertoire a été restauré d’un état antérieur, et votre copie contient peut-être ce qu’il n’a plus.",
        "Ask again without `since`, and replace your copy.": "Redemandez sans `since`, et remplacez votre copie.",
        // What conflicts with how things are now.
        "A file, or an attachment in a resource, is of another kind than its type says, has another size or hash, or is damaged.":
            "Un fichier, ou une pièce jointe d’une ressource, n’est pas du type annoncé, a une autre taille ou une autre empreinte, ou est endommagé.",
        "`fields` names what is wrong. Send the file with the type that it has, or without the size and hash.":
            "`fields` nomme ce qui ne va pas. Envoyez le fichier avec son vrai type, ou sans la taille ni l’empreinte.",
        "The person has begun uploads that are neither done nor expired.": "La personne a commencé des envois qui ne sont ni terminés ni expirés.",
        "Finish them, or give them up with `DELETE`. They expire a day after they were begun.":
            "Terminez-les, ou abandonnez-les par `DELETE`. Ils expirent un jour après leur début.",
        "How many may be begun.": "Le nombre maximal d’envois commencés.",
        "`Upload-Offset` is not where the upload is: more, or less, has come than the client believes, or another request goes on with it.":
            "`Upload-Offset` n’est pas l’endroit où en est l’envoi : il est arrivé plus, ou moins, que le client ne le croit, ou une autre requête le poursuit.",
        "`HEAD` tells where it is. Go on from there.": "`HEAD` dit où il en est. Continuez à partir de là.",
        "Bytes that are here, when that is known.": "Le nombre d’octets arrivés, s’il est connu.",
        "It is not, or no longer, at the version that `If-Match` names; or it is there though `If-None-Match` says that it must not be.":
            "La version n’est pas, ou n’est plus, celle que nomme `If-Match` ; ou la ressource existe alors que `If-None-Match` l’exclut.",
        "Read it again, show the person what has changed, and send the change with the new `ETag`.":
            "Relisez-la, montrez à la personne ce qui a changé, et renvoyez la modification avec le nouvel `ETag`.",
        "The version that it has now, where there is one.": "La version actuelle, s’il y en a une.",
        "A client's id is its own, also when it is disabled.": "L’identifiant d’un client n’est qu’à lui, même quand il est désactivé.",
        "Choose another id, or change the client that there is: `PATCH /admin/clients/{clientId}`.":
            "Choisissez un autre identifiant, ou modifiez le client existant : `PATCH /admin/clients/{clientId}`.",
        "A public client, an app in a browser or on a phone, can keep no secret, so it has none to be replaced.":
            "Un client public, une application dans un navigateur ou sur un téléphone, ne peut garder de secret ; il n’en a donc pas à remplacer.",
        "Leave it as it is: PKCE stands in for one. An app on a server is another client, whose `kind` is `confidential`.":
            "Laissez-le tel quel : PKCE en tient lieu. Une application sur un serveur est un autre client, dont le `kind` est `confidential`.",
        "An account has the codes of one authenticator app at most, and a passkey is registered once.":
            "Un compte a les codes d’une seule application d’authentification au plus, et une clé d’accès ne s’enregistre qu’une fois.",
        "Remove that factor first: `GET /users/{id}/factors` has its id. Show the person what is set up already.":
            "Supprimez d’abord ce facteur : `GET /users/{id}/factors` donne son identifiant. Montrez à la personne ce qui est déjà configuré.",
        "The last owner of an organisation cannot leave it, nor be anything else there: nobody would be left who says who the owners are.":
            "Le dernier propriétaire d’une organisation ne peut ni la quitter ni y changer de rôle : plus personne ne pourrait désigner les propriétaires.",
        "Let the person name another owner first, or close the organisation.": "Faites d’abord désigner un autre propriétaire, ou fermez l’organisation.",
        "Somebody is a member of an organisation once.": "On n’est membre d’une organisation qu’une seule fois.",
        "Read the members again, and change what they do there.": "Relisez les membres, et modifiez leurs rôles.",
        "The person is no provider, or none of the organisation's practitioners. Practitioners are providers, and providers alone are verified.":
            "La personne n’est pas un soignant, ou pas un praticien de l’organisation. Les praticiens sont des soignants, et seuls les soignants sont vérifiés.",
        "Offer this for providers alone. In an organisation give the person another role, or make the provider a practitioner first.":
            "Ne le proposez que pour les soignants. Dans une organisation, donnez un autre rôle à la personne, ou faites d’abord du soignant un praticien.",
        "Nothing more is written about the patient: their conversation stays closed for good, and their appointment stays without title and description.":
            "Plus rien n’est écrit sur le patient : sa conversation reste close définitivement, et son rendez-vous reste sans titre ni description.",
        "Show it as it is. Begin another conversation where there is need.":
            "Affichez-les tels quels. Commencez une autre conversation si nécessaire.",
        "No two teams of an organisation have the same name, whatever its upper and lower case and its accents.":
            "Deux équipes d’une organisation n’ont jamais le même nom, sans tenir compte des majuscules et des accents.",
        "Let the person choose another name, or change the team that there is.":
            "Laissez la personne choisir un autre nom, ou modifiez l’équipe existante.",
        "What is changed here must have been read first, so that nobody's change is lost.":
            "Il faut avoir lu ce que l’on modifie ici, afin qu’aucun changement ne se perde.",
        "Read it, and send its `ETag` as `If-Match`. `If-Match: *` overwrites whatever is there.":
            "Lisez la ressource, et envoyez son `ETag` comme `If-Match`. `If-Match: *` écrase ce qui s’y trouve.",
        "A retry came of a request that is done. Its answer was too long to be kept for retries, or the person has had many long ones today.":
            "Un nouvel essai est arrivé d’une requête exécutée. Sa réponse était trop longue pour être conservée, ou la personne en a reçu beaucoup de longues aujourd’hui.",
        "Do not send it with a new key: it would be done twice. Read what it has made or changed; `Location` names it where it is one thing.":
            "Ne l’envoyez pas avec une nouvelle clé : elle serait exécutée deux fois. Lisez ce qu’elle a créé ou modifié ; `Location` le nomme s’il s’agit d’une seule chose.",
        "A retry came before its first request was answered.": "Un nouvel essai est arrivé avant la réponse à la première requête.",
        "Wait for the seconds that `Retry-After` names, then send the same request again.":
            "Attendez le nombre de secondes que nomme `Retry-After`, puis renvoyez la même requête.",
        "The key came before with another method, path, body or conditions (its query, `If-Match` and the like); `fields` names which. Nothing was done.":
            "La clé est déjà venue avec une autre méthode, un autre chemin, un autre corps ou d’autres conditions (ses paramètres, `If-Match` et semblables) ; `fields` dit lequel. Rien n’a été fait.",
        "Send a new key for a new request. A retry repeats the first request unchanged.":
            "Envoyez une nouvelle clé pour une nouvelle requête. Un nouvel essai répète la première sans changement.",
        "The most is reached: of bytes, appointments ahead or in a year, heart rates, hours of a calendar, exports, passkeys, participants, or what an organisation or a client has (`detail`).":
            "La limite est atteinte : octets enregistrés, rendez-vous à venir ou en un an, fréquences cardiaques, plages d’un agenda, exports, clés d’accès, participants, ou ce qu’a une organisation ou un client (`detail`).",
        "Trying again does not help. Tell the person; they can delete something, or cancel an appointment.":
            "Réessayer est inutile. Dites-le à la personne ; elle peut supprimer quelque chose, ou annuler un rendez-vous.",
        "How much it may have.": "Ce à quoi il a droit.",
        "How much it has.": "Ce qu’il a.",
        "Another account has this username, perhaps in other upper and lower case.":
            "Un autre compte a ce nom d’utilisateur, peut-être avec d’autres majuscules.",
        "Let the person choose another one.": "Faites-en choisir un autre.",
        // Not now.
        "This person, app or address has sent more requests than it may in this time.":
            "Cette personne, cette application ou cette adresse a envoyé plus de requêtes qu’il n’est permis dans ce laps de temps.",
        "Wait for the seconds that `Retry-After` names, then go on more slowly.":
            "Attendez le nombre de secondes que nomme `Retry-After`, puis continuez plus lentement.",
        "Earlier requests of the same person or app are still at work.":
            "Des requêtes antérieures de la même personne ou de la même application sont encore en cours.",
        "Wait for their answers, then send this one again.": "Attendez leurs réponses, puis renvoyez celle-ci.",
        "A service, or what it stands on, is away or has no room for a moment. Nothing was done.":
            "Un service, ou ce dont il dépend, est momentanément absent ou saturé. Rien n’a été fait.",
        "Try again after the seconds that `Retry-After` names, then with a growing, random wait.":
            "Réessayez après le nombre de secondes que nomme `Retry-After`, puis avec une attente croissante et aléatoire.",
        "The service gave the request up. Whether it took effect is not known.": "Le service a abandonné la requête. On ne sait pas si elle a eu effet.",
        "Repeat what only reads. Retry a change with the same `Idempotency-Key` where one was sent, or read the current state first.":
            "Répétez ce qui ne fait que lire. Réessayez un changement avec la même `Idempotency-Key` s’il y en avait une, ou lisez d’abord l’état actuel.",
        "The database went away while the change was stored.": "La base de données a disparu pendant l’enregistrement du changement.",
        "Retry with the same `Idempotency-Key` where one was sent, or read the current state first.":
            "Réessayez avec la même `Idempotency-Key` s’il y en avait une, ou lisez d’abord l’état actuel.",
        "A mistake of the platform. It was logged under `requestId`.": "Une erreur de la plateforme. Elle a été consignée sous `requestId`.",
        "Retrying an idempotent request is safe. If it stays so, tell the operator the `requestId`.":
            "Répéter une requête idempotente est sans risque. Si l’erreur persiste, donnez le `requestId` à l’exploitant.",
        "The service ended the connection before its answer was whole. Whether the request took effect is not known.":
            "Le service a mis fin à la connexion avant la fin de sa réponse. On ne sait pas si la requête a eu effet.",
        "Repeat a GET; repeat a POST with the same `Idempotency-Key`.": "Répétez un GET ; répétez un POST avec la même `Idempotency-Key`.",
        "The gateway gave the request up. Whether it took effect is not known.": "La passerelle a abandonné la requête. On ne sait pas si elle a eu effet.",
        "The request came back to the gateway that sent it: the address of a service in the gateway's settings is its own.":
            "La requête est revenue à la passerelle qui l’avait envoyée : dans ses réglages, l’adresse d’un service est la sienne.",
        "Tell the operator; no request of yours can mend it.": "Prévenez l’exploitant ; aucune de vos requêtes ne peut y remédier.",
        // Of bookings.
        "GET /providers/{id}/slots lists the times that can be booked; offer these.":
            "GET /providers/{id}/slots donne les horaires disponibles ; proposez ceux-là.",
        "The time ends before it begins, or is longer than any provider's slots.":
            "L’horaire finit avant de commencer, ou dure plus longtemps que les créneaux de tout soignant.",
        "`fields` says what is wrong with its end. Send both ends of a slot as they were listed.":
            "`fields` dit ce qui ne va pas à sa fin. Envoyez le début et la fin d’un créneau tels qu’ils ont été donnés.",
        "The appointment would begin before now.": "Le rendez-vous commencerait dans le passé.",
        "The provider wants to know of appointments some time ahead. The provider's own moves are not bound by it.":
            "Le soignant demande un préavis pour les rendez-vous. Il n’y est pas tenu quand il les déplace lui-même.",
        "How long ahead, in minutes.": "Ce préavis, en minutes.",
        "The provider's calendar is not open so far ahead yet.": "L’agenda du soignant n’est pas encore ouvert aussi loin.",
        "How many days ahead it is open.": "Le nombre de jours pour lesquels il est ouvert à l’avance.",
        "The provider's slots are longer or shorter than the time that was asked for; the provider may have changed them.":
            "Les créneaux du soignant sont plus longs ou plus courts que l’horaire demandé ; il les a peut-être changés.",
        "How long the provider's slots are, in minutes.": "La durée des créneaux du soignant, en minutes.",
        "The time is not, or not all of it, within the provider's present hours.":
            "L’horaire est, en tout ou en partie, en dehors des heures actuelles du soignant.",
        "The time is within the provider's hours, but between the beginnings of their slots.":
            "L’horaire est dans les heures du soignant, mais ne correspond au début d’aucun créneau.",
        "The provider has entered an absence that overlaps with the time.": "Le soignant a indiqué une absence qui recouvre cet horaire.",
        "Of the provider's one-off openings one overlaps with another that their calendar has. Nothing was changed.":
            "Une ouverture ponctuelle du soignant en chevauche une autre de son agenda. Rien n’a été modifié.",
        "`GET /providers/{id}/availability` lists them with their ids. Change the one that is there, or make the two one.":
            "`GET /providers/{id}/availability` les donne avec leurs identifiants. Modifiez celle qui existe, ou réunissez les deux.",
        "The provider takes no more appointments on that day.": "Le soignant n’accepte plus de rendez-vous ce jour-là.",
        "Offer another day: GET /providers/{id}/slots lists the times that can be booked.":
            "Proposez un autre jour : GET /providers/{id}/slots donne les horaires disponibles.",
        "How many appointments the provider takes a day.": "Le nombre de rendez-vous que le soignant accepte par jour.",
        "One of the two has an appointment then. Of all who ask for a time at once, exactly one gets it.":
            "L’un des deux a un rendez-vous à ce moment. De tous ceux qui demandent un horaire en même temps, un seul l’obtient.",
        "The provider's conflict: offer another slot of GET /providers/{id}/slots. The patient's: name their own appointment, of GET /users/{id}/appointments.":
            "Si le conflit est du côté du soignant, proposez un autre créneau : GET /providers/{id}/slots les donne. S’il est du côté du patient, montrez-lui son propre rendez-vous, parmi ceux de GET /users/{id}/appointments.",
        "Whose time is taken: `provider` or `patient`.": "De qui l’horaire est pris : `provider` (le soignant) ou `patient`.",
        "When the other appointment begins, where it may be told.": "Le début de l’autre rendez-vous, s’il peut être dit.",
        "When it ends.": "Sa fin.",
        "A cancelled, completed or missed appointment does not change any more.": "Un rendez-vous annulé, terminé ou manqué ne change plus.",
        "Read the appointment again and show how it stands.": "Relisez le rendez-vous et montrez où il en est.",
        "Its status.": "Son statut.",
        "What has begun is neither moved nor cancelled.": "Ce qui a commencé ne se déplace plus et ne s’annule plus.",
        "The provider marks it as completed or as missed.": "C’est au soignant de le marquer comme terminé ou manqué.",
        "Only what has begun is completed or missed.": "Seul ce qui a commencé peut être terminé ou manqué.",
        "Wait until it begins, or cancel it.": "Attendez qu’il commence, ou annulez-le.",
        "Nobody vouches for this provider's licence any more. The appointment stands as it is; it can be cancelled, and is not moved.":
            "Plus personne ne répond de l’autorisation d’exercer de ce soignant. Le rendez-vous reste tel quel ; il peut être annulé, mais pas déplacé.",
        "Offer another provider. Let the person cancel the appointment when they want to.":
            "Proposez un autre soignant. Laissez la personne annuler le rendez-vous si elle le souhaite.",
        "The provider asks patients to move or cancel some time ahead.": "Le soignant demande aux patients un préavis pour déplacer ou annuler.",
        "Tell the patient to ask the provider, who may still do it.": "Dites au patient de s’adresser au soignant, qui peut encore le faire.",
        // Of messages.
        "Nobody writes in a closed conversation.": "Personne n’écrit dans une conversation close.",
        "Begin another conversation where there is need.": "Commencez une autre conversation si nécessaire.",
        "Whose conversation it was has left it; it stays closed for good.":
            "Le patient dont c’était la conversation l’a quittée ; elle reste close définitivement.",
        "Somebody else in the conversation gets no messages from this person; who, is not said. Nothing was sent.":
            "Quelqu’un d’autre dans la conversation ne reçoit pas les messages de cette personne ; on ne dit pas qui. Rien n’a été envoyé.",
        "The conversation can still be read and left.": "La conversation peut encore être lue et quittée.",
        "A person blocks so many others at most.": "Le nombre de personnes que l’on peut bloquer est limité.",
        "Remove some blocks first.": "Débloquez d’abord quelques personnes.",
        "How many may be blocked.": "Le nombre maximal de personnes bloquées.",
        "The `clientId` came before, in another conversation or with other content. Nothing was sent.":
            "Ce `clientId` est déjà venu, dans une autre conversation ou avec un autre contenu. Rien n’a été envoyé.",
        "The person has uploaded files that no message has taken yet.": "La personne a envoyé des fichiers qu’aucun message n’a encore pris.",
        "Send the messages that they are for. Files that no message takes are removed after a day.":
            "Envoyez les messages auxquels ils sont destinés. Les fichiers sans message sont supprimés après un jour.",
        "How many may wait.": "Le nombre maximal de fichiers en attente.",
        // Of heart rates, alerts and reminders.
        "Record one first, or set the boundary by hand.": "Enregistrez-en d’abord une, ou fixez le seuil à la main.",
        "The alert has another answer already, perhaps from another device.": "L’alerte a déjà une autre réponse, peut-être depuis un autre appareil.",
        "It follows the FHIR Observation that it came with, and is not changed by itself.":
            "Elle suit l’Observation FHIR avec laquelle elle est venue, et ne se modifie pas à part.",
        "Change or delete the Observation that `observationId` of the heart rate names.":
            "Modifiez ou supprimez l’Observation que nomme l’`observationId` de la fréquence cardiaque.",
        "It has fired or was cancelled, and is neither moved nor cancelled any more.": "Il a été envoyé ou annulé ; il ne se déplace plus et ne s’annule plus.",
        "GET /health/reminders shows which.": "GET /health/reminders dit lequel des deux."
    ]
}
