import Testing

@testable import CareClient

/// By which way the feed is asked for, after each way before has ended.
@Suite(.timeLimit(.minutes(3))) struct FeedWaysTests {
    typealias Way = FeedWays.Way

    struct Case: CustomTestStringConvertible, Sendable {
        var name: String
        /// Whether each attempt came through.
        var attempts: [Bool]
        /// By which they were, and the next will be.
        var ways: [Way]

        var testDescription: String { name }
    }

    static let cases = [
        Case(name: "a socket first", attempts: [], ways: [.socket]),
        Case(name: "that breaks off is opened again", attempts: [true, true, true, true], ways: [.socket, .socket, .socket, .socket, .socket]),
        Case(name: "three in a row that never opened are blocked", attempts: [false, false, false], ways: [.socket, .socket, .socket, .events]),
        Case(
            name: "two and one that opened are not", attempts: [false, false, true, false, false], ways: [.socket, .socket, .socket, .socket, .socket, .socket]),
        Case(
            name: "where events come through, it may have been the network that was away: a socket once more", attempts: [false, false, false, true, true, false],
            ways: [.socket, .socket, .socket, .events, .socket, .socket, .socket]),
        Case(
            name: "where that one fails they are blocked: events are stayed with", attempts: [false, false, false, true, false, true, true],
            ways: [.socket, .socket, .socket, .events, .socket, .events, .events, .events]),
        Case(
            name: "until a socket comes through again", attempts: [false, false, false, true, false, false, false, true, false],
            ways: [.socket, .socket, .socket, .events, .socket, .events, .pages, .socket, .socket, .socket]),
        Case(
            name: "where they do not, pages, then a socket again: it may be the network that was away", attempts: [false, false, false, false, false, false, false],
            ways: [.socket, .socket, .socket, .events, .pages, .socket, .events, .pages]),
        Case(
            name: "nobody stays with pages", attempts: [false, false, false, false, true], ways: [.socket, .socket, .socket, .events, .pages, .socket]),
        Case(
            name: "the network is back: sockets again", attempts: [false, false, false, false, false, true, false],
            ways: [.socket, .socket, .socket, .events, .pages, .socket, .socket, .socket])
    ]

    @Test(arguments: cases) func each(_ each: Case) {
        var ways = FeedWays()
        var tried: [Way] = []
        for cameThrough in each.attempts {
            tried.append(ways.next)
            ways.ended(ways.next, cameThrough: cameThrough)
        }
        #expect(tried + [ways.next] == each.ways)
        ways.networkChanged()
        #expect(ways == FeedWays())
    }
}
