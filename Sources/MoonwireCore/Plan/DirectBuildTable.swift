/// The direct builds of a generation, by the places of their services.
final class DirectBuildTable: @unchecked Sendable {  // Constants, in memory that the initializer alone writes.
    private let entries: UnsafeMutablePointer<Unmanaged<DirectBuild>?>
    private let count: Int

    init(_ services: [PlannedService]) {
        let directBuilds = services.map { DirectBuild($0, among: services) }
        let entries = UnsafeMutablePointer<Unmanaged<DirectBuild>?>.allocate(capacity: max(1, directBuilds.count))
        for (place, directBuild) in directBuilds.enumerated() {
            entries.advanced(by: place).initialize(to: directBuild.map(Unmanaged.passRetained))
        }
        for directBuild in directBuilds { directBuild?.link { entries[$0] } }
        self.entries = entries
        count = directBuilds.count
    }

    deinit {
        for place in 0..<count { entries[place]?.release() }
        entries.deallocate()
    }

    /// The direct build of the service at a place; nil for one that is built step by step.
    @inline(__always) subscript(place: Int) -> Unmanaged<DirectBuild>? { entries[place] }
}
