import CareModels
import FHIR

/// Why a use case does nothing, beside what the rules say of a resource (`ResourceFault`), of its type (`UnknownResourceType`) and of the version
/// that a client has read (`Precondition.Refusal`).
enum Refusal: Error, Equatable {
    enum Thing { case resource, version, record, appData, appDataKey, upload, attachment, compartment, export }

    /// Or it is nobody's business who asks.
    case noSuch(Thing)
    /// Its earlier versions are there.
    case deleted(Thing, version: Int)
    /// The subscription is another's, who goes on hearing of what changes.
    case othersSubscription
    /// So many tell of changes already.
    case tooManySubscriptions(most: Int)
    /// Of devices, those that were retired among them.
    case tooManyAppDataKeys(most: Int)
    /// A write by a condition is for one record at most.
    case severalMatches
    /// The caller has as many exports as are kept at once.
    case exports(most: Int)
    /// What was stored was destroyed a moment ago; new things can be stored in so many seconds.
    case closed(seconds: Int)
    /// Neither done nor expired.
    case tooManyUploads(most: Int)
    /// Another request has gone on with it; so much is here, when that is known.
    case uploadMoved(offset: Int?)
    /// Whether there is such a person is not told.
    case nothingGiven(isProvider: Bool)
    /// Nobody vouches for the provider.
    case notVerified
    /// Bytes.
    case quota(limit: Int, used: Int)
}

extension Refusal: EntryRefusal {}

extension RecordPlace {
    var thing: Refusal.Thing { format == .appData ? .appData : .resource }
}

/// An entry of a transaction was refused, and with it all.
struct TransactionRefused: Error {
    var entry: Int
    var refusal: any EntryRefusal
}

/// What an entry of a bundle searches for cannot be read.
struct UnreadableSearch: EntryRefusal {
    var cause: any Error
}
