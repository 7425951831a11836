/// What is sent of an event: a CloudEvent, or, of a subscription's notice, the notification that it holds.
struct WebhookMessage: Sendable {
    let mediaType: String
    let body: [UInt8]

    init(_ event: WebhookEvent) {
        if let notice = event.notice {
            (mediaType, body) = ("application/fhir+json", Array(notice.notification.utf8))
        } else {
            (mediaType, body) = (CloudEventView.mediaType, CloudEventView(event: event).bytes)
        }
    }
}
