/// FHIR's types of a single value (http://hl7.org/fhir/R4/datatypes.html#primitive), by their names.
package enum PrimitiveType: String, CaseIterable, Sendable {
    case boolean, integer, positiveInt, unsignedInt, decimal
    case string, markdown, code, id, uri, url, canonical, oid, uuid, base64Binary, date, dateTime, instant, time, xhtml
}
