import CareModels

enum Content {}
enum Upload {}

/// Of the place where something large is stored.
typealias ContentID = ID<Content>
/// Of a file on its way here, and of the Binary that it becomes.
typealias UploadID = ID<Upload>
