extension French {
    /// What is said of patches, conditional writes, and whole records.
    package static let changing: [String: String] = [
        "must be 1 to {0} operations": "doit compter de 1 à {0} opérations",
        "must be 1 to {0} messages": "doit compter de 1 à {0} messages",
        "is another message's": "est celui d’un autre message",
        "must be 1 to {0} letters, digits, - and .": "doit compter de 1 à {0} lettres, chiffres, - et .",
        "must be base64 of at most {0} bytes": "doit être en base64, {0} octets au plus",
        "Exports are of all patients' records, or of the system: Patient/$export and $export.":
            "Les exports portent sur les dossiers de tous les patients, ou sur le système : Patient/$export et $export.",
        "An export is made in the background: send Prefer: respond-async.": "Un export se fait en arrière-plan : envoyez Prefer: respond-async.",
        "The address is too long.": "L’adresse est trop longue.",
        "is not supported; use _type, or search": "n’est pas pris en charge ; utilisez _type, ou une recherche",
        "is not a parameter of exports; known are {0}": "n’est pas un paramètre des exports ; les paramètres connus sont {0}",
        "is taken from the Parameters of a POST alone, by Patient/$export": "n’est accepté que dans les Parameters d’un POST, par Patient/$export",
        "belongs in the body’s Parameters, since this is a POST": "va dans les Parameters du corps, puisque c’est un POST",
        "names a patient, which Patient/$export takes alone": "nomme un patient, ce que seul Patient/$export accepte",
        "must have a valueReference to Patient/ID: an account, or a Patient resource as it is called here":
            "doit avoir une valueReference vers Patient/ID : un compte, ou une ressource Patient telle qu’elle s’appelle ici",
        "At most {0} patients are named.": "{0} patients au plus sont nommés.",
        "names nobody whose record this is an export of": "ne nomme personne dont cet export contienne le dossier",
        "What is asked for is a Parameters resource.": "Ce qui est demandé est une ressource Parameters.",
        "A parameter has a name.": "Un paramètre a un nom.",
        "Exports are application/fhir+ndjson.": "Les exports sont en application/fhir+ndjson.",
        "_type names no type.": "_type ne nomme aucun type.",
        "Send application/fhir+ndjson in UTF-8.": "Envoyez application/fhir+ndjson en UTF-8.",
        "A line is at most {0} bytes.": "Une ligne compte au plus {0} octets.",
        "Send {0}, or Parameters as {1}.": "Envoyez {0}, ou Parameters en {1}.",
        "The write has no condition: name a search parameter, such as identifier=….":
            "L’écriture n’a pas de condition : nommez un paramètre de recherche, tel que identifier=….",
        "is needed, and to: the numbers of two versions": "est nécessaire, ainsi que to : les numéros de deux versions",
        "An element that the release does not know has no path.": "Un élément que la version ne connaît pas n’a pas de chemin.",
        "Everything is there of a Patient.": "Tout existe pour un Patient.",
        "cannot go with _since": "ne va pas avec _since",
        "Narrow the condition until it finds one resource at most.": "Précisez la condition jusqu’à ce qu’elle trouve une ressource au plus.",
        "At most {0} exports are kept at once. Delete one, or wait until it expires.":
            "Au plus {0} exports sont conservés à la fois. Supprimez-en un, ou attendez qu’il expire.",
        "There is no such export.": "Cet export n’existe pas.",
        "must be your own id": "doit être votre propre identifiant",
        "The method is GET, HEAD, POST, PUT, PATCH or DELETE here.": "La méthode est ici GET, HEAD, POST, PUT, PATCH ou DELETE.",
        "The url does not fit the method; it is Type, Type?query, Type/id or Type/id/_history/version.":
            "L’url ne convient pas à la méthode ; c’est Type, Type?query, Type/id ou Type/id/_history/version.",
        "{0} has {1} bytes; at most {2} are taken.": "{0} compte {1} octets ; {2} au plus sont acceptés.",
        "A Binary that changes a resource holds {0}.": "Un Binary qui modifie une ressource contient {0}.",
        "The patch is in base64.": "Le patch est en base64.",
        "A patch is a Binary with a JSON Patch, or Parameters.": "Un patch est un Binary contenant un JSON Patch, ou Parameters.",
        "The file of this Binary is too large to be patched with it; send the file again.":
            "Le fichier de ce Binary est trop grand pour être modifié avec lui ; renvoyez le fichier.",
        "The versions differ in more than {0} places, or in {1} bytes; read both, and compare them yourself.":
            "Les versions diffèrent en plus de {0} endroits, ou de {1} octets ; lisez les deux et comparez-les vous-même.",
        "With the transaction's references written out the resource would be longer than {0} bytes. A fullUrl is a name for references alone; urn:uuid: and a UUID stands nowhere else.":
            "Une fois les références de la transaction écrites, la ressource dépasserait {0} octets. Une fullUrl est un nom pour les seules références ; urn:uuid: suivi d’un UUID ne figure nulle part ailleurs.",
        "The transaction's references make its resources longer by more than {0} bytes in all; longer names, such as urn:uuid: and a UUID, add less.":
            "Les références de la transaction allongent ses ressources de plus de {0} octets en tout ; des noms plus longs, tels que urn:uuid: suivi d’un UUID, ajoutent moins.",
        "The patches before have taken as much work as those of a bundle may; send this one in another bundle.":
            "Les patchs précédents ont demandé autant de travail que ceux d’un lot le peuvent ; envoyez celui-ci dans un autre lot.",
        "The patched resource would be longer than {0} bytes.": "La ressource modifiée dépasserait {0} octets.",
        "The resource is not whole": "La ressource n’est pas entière",
        "This is a part of a resource, as its tag SUBSETTED says. Read the resource by itself, change that, and send all of it.":
            "Ceci est une partie d’une ressource, comme le dit son étiquette SUBSETTED. Lisez la ressource seule, modifiez-la et envoyez-la entière.",
        "An address in the place of an attachment names none of one version of this resource. Read it again, or send the data.":
            "Une adresse à la place d’une pièce jointe n’en désigne aucune d’une seule version de cette ressource. Relisez-la, ou envoyez les données.",
        "At most {0} references of a transaction are searched for.": "Au plus {0} références d’une transaction sont recherchées.",
        "ifNoneExist is for POST alone.": "ifNoneExist est réservé à POST.",
        "ifMatch is for PUT, PATCH and DELETE.": "ifMatch est réservé à PUT, PATCH et DELETE.",
        "ifNoneMatch is for GET, HEAD and PUT.": "ifNoneMatch est réservé à GET, HEAD et PUT.",
        "ifNoneMatch is an entity tag, such as W/\"3\".": "ifNoneMatch est une étiquette d’entité, telle que W/\"3\".",
        "ifModifiedSince is an instant, such as 2026-03-08T14:30:00Z.": "ifModifiedSince est un instant, tel que 2026-03-08T14:30:00Z.",
        "{0} is a string.": "{0} est une chaîne.",
        "What a consent says for one is at most {0} codes, classes and words, {1} exceptions and {2} bytes; write several.":
            "Ce qu’un consentement dit pour une personne est d’au plus {0} codes, classes et mots, {1} exceptions et {2} octets ; écrivez-en plusieurs.",
        "Two entries of a transaction have this fullUrl.": "Deux entrées d’une transaction ont cette fullUrl.",
        "The searches of the transaction's references look at too many of its own resources; refer to those by their fullUrl.":
            "Les recherches des références de la transaction examinent trop de ses propres ressources ; désignez celles-ci par leur fullUrl.",
        "A reference's search finds no resource.": "La recherche d’une référence ne trouve aucune ressource.",
        "What was read before is over {0} bytes already; ask for less at once.": "Ce qui a été lu avant dépasse déjà {0} octets ; demandez moins à la fois.",
        "More than one resource matches": "Plusieurs ressources correspondent",
        "The patch does not fit the resource": "Le patch ne convient pas à la ressource",
        "The path leads to no list.": "Le chemin ne mène à aucune liste.",
        "The path leads to a part of a list; it has to lead to all of it.": "Le chemin mène à une partie d’une liste ; il doit mener à toute la liste.",
        "A value without elements has an id and extensions alone.": "Une valeur sans éléments n’a qu’un id et des extensions.",
        "It is there already; replace it.": "Il est déjà là ; remplacez-le.",
        "The whole is not replaced by a patch; update the resource.": "Un patch ne remplace pas le tout ; mettez la ressource à jour.",
        "The path leads to {0} elements; it has to lead to one.": "Le chemin mène à {0} éléments ; il doit mener à un seul.",
        "A FHIRPath Patch is a Parameters resource.": "Un FHIRPath Patch est une ressource Parameters.",
        "The operations of a patch are a list.": "Les opérations d’un patch sont une liste.",
        "Each parameter is called operation, and has parts.": "Chaque paramètre s’appelle operation et a des parties.",
        "The type is add, insert, delete, replace or move.": "Le type est add, insert, delete, replace ou move.",
        "The operation says no path.": "L’opération n’indique pas de path.",
        "The patch's paths are longer than {0} bytes; send them in parts.": "Les chemins du patch dépassent {0} octets ; envoyez-les en plusieurs fois.",
        "The path cannot be read as FHIRPath.": "Le chemin n’est pas lisible en FHIRPath.",
        "The operation's {0} is a whole number from 0 on.": "{0} de l’opération est un nombre entier à partir de 0.",
        "The operation says no name.": "L’opération n’indique pas de name.",
        "So many operations are too much for a resource of this size; send them in parts.":
            "Tant d’opérations sont trop pour une ressource de cette taille ; envoyez-les en plusieurs fois.",
        "The resource would have an object with more members, or longer names, than any element has.":
            "La ressource aurait un objet avec plus de membres, ou des noms plus longs, que n’en a aucun élément.",
        "The path leads nowhere in this resource.": "Le chemin ne mène nulle part dans cette ressource.",
        "The resource would be nested too deep.": "La ressource serait imbriquée trop profondément.",
        "There is no object or list that it could be added to.": "Il n’y a ni objet ni liste où l’ajouter.",
        "The list has {0} items, and no such place.": "La liste a {0} éléments, et pas cette place.",
        "The whole is not removed by a patch; delete the resource.": "Un patch ne supprime pas le tout ; supprimez la ressource.",
        "There is nothing there.": "Il n’y a rien à cet endroit.",
        "It would lie deeper than {0} levels.": "Ce serait plus profond que {0} niveaux.",
        "A JSON Patch is a list of operations.": "Un JSON Patch est une liste d’opérations.",
        "The patch has {0} operations; at most {1} are taken.": "Le patch compte {0} opérations ; {1} au plus sont acceptées.",
        "An operation is an object.": "Une opération est un objet.",
        "An operation says its op.": "Une opération indique son op.",
        "The op is add, remove, replace, move, copy or test.": "op est add, remove, replace, move, copy ou test.",
        "The operation says no {0}.": "L’opération n’indique pas de {0}.",
        "The path makes a list of more than {0} values; name what is meant more closely.":
            "Le chemin produit une liste de plus de {0} valeurs ; désignez plus précisément ce qui est visé.",
        "The {0} is no JSON Pointer of at most {1} bytes: it is empty, or has a / before each step, with ~0 for ~ and ~1 for /.":
            "{0} n’est pas un JSON Pointer de {1} octets au plus : il est vide, ou a un / avant chaque étape, avec ~0 pour ~ et ~1 pour /.",
        "The operation has no value.": "L’opération n’a pas de valeur.",
        "Nothing is moved into itself.": "Rien ne se déplace en soi-même.",
        "What is there is not what the test expects.": "Ce qui est là n’est pas ce que le test attend.",
        "Operation {0}: {1}": "Opération {0} : {1}",
        "Operation {0}, at \"{1}\": {2}": "Opération {0}, à « {1} » : {2}",
        "A value is a value[x], a resource, or parts.": "Une valeur est une value[x], une ressource, ou des parties.",
        "A part says its name.": "Une partie indique son name.",
        "The value's parts make no element.": "Les parties de la valeur ne forment pas d’élément."
    ]
}
