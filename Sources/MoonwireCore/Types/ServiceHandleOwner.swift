/// An object that represents a service, for handles only.
protocol ServiceHandleOwner: AnyObject {}
