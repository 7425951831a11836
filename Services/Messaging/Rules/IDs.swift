import CareModels

enum Attachment {}
enum Notification {}

typealias AttachmentID = ID<Attachment>
typealias NotificationID = ID<Notification>
