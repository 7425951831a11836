/// Header names of CloudEvents 1.0 in Kafka's binary mode (CloudEvents Kafka protocol binding, section 3.2), and of W3C
/// Trace Context.
enum CloudEventHeader {
    static let id = "ce_id"
    static let source = "ce_source"
    static let type = "ce_type"
    static let subject = "ce_subject"
    static let time = "ce_time"
    static let specVersion = "ce_specversion"
    /// An extension of Careline's own: `EventSignature`.
    static let signature = "ce_signature"
    static let contentType = "content-type"
    static let traceparent = "traceparent"
    static let all: Set<String> = [id, source, type, subject, time, specVersion, signature, contentType, traceparent]
}
