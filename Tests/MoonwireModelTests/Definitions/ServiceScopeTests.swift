import MoonwireModel
import Testing

@Suite struct ServiceScopeTests {
    private static let scopes: [ServiceScope] =
        ServiceScope.allCases + [
            .cached(for: .seconds(60)), .cached(for: .seconds(60), limit: 100), .cached(for: .seconds(61)),
            .named("request"), .named("session"), .named("shared"), .named("cached(60s)"),
        ]

    @Test(arguments: scopes, scopes) func scopesAreEqualIfTheirNamesAre(one: ServiceScope, other: ServiceScope) {
        let isEqual = one.rawValue == other.rawValue
        #expect((one == other) == isEqual)
        #expect((one != other) == !isEqual)
        #expect(Set([one, other]).count == (isEqual ? 1 : 2))
    }
}
