import Testing

@testable import FrontDoorService
@testable import HTTP

@Suite struct SearchLimitTests {
    /// Words of one letter go through most of what is written: with two of an address at work nobody else's search waits behind thousands of its.
    @Test func anAddressHasTwoSearchesAtOnce() throws {
        let route = try #require(routes(Dependencies(site: Site.none, issuer: "https://care.example")).first { $0.operation == "searchGuides" })
        #expect(route.isHeavy(body: 0))
    }
}
