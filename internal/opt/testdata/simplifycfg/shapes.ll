; Blocks joined, passed by, and left out.
declare void @use(i32)
declare void @stop() noreturn

define i32 @chain(i32 %x) {
entry:
  br label %c

d:
  %q = phi i32 [ %p, %c ]
  call void @use(i32 %q)
  br label %e

c:
  %p = phi i32 [ %x, %entry ]
  call void @use(i32 3)
  br label %d

e:
  ret i32 %q
}

define void @returns(i32 %x) {
entry:
  switch i32 %x, label %a [
    i32 0, label %b
    i32 1, label %c
  ]

a:
  call void @use(i32 1)
  ret void

b:
  call void @use(i32 2)
  ret void

c:
  ret void
}

define i32 @values(i1 %c, i32 %x) {
entry:
  br i1 %c, label %a, label %b

a:
  call void @use(i32 1)
  ret i32 %x

b:
  ret i32 7
}

define i32 @empty(i1 %c, i1 %d, i32 %x) {
entry:
  br i1 %c, label %a, label %b

a:
  call void @use(i32 1)
  br i1 %d, label %e1, label %e2

b:
  call void @use(i32 2)
  br label %e2

e1:
  br label %join

e2:
  %p = phi i32 [ %x, %a ], [ 4, %b ]
  br label %join

join:
  %q = phi i32 [ 1, %e1 ], [ %p, %e2 ]
  ret i32 %q
}

define void @loop(i1 %c, i32 %x) {
entry:
  br label %head

head:
  call void @use(i32 %x)
  br i1 %c, label %latch1, label %latch2

latch1:
  br label %head

latch2:
  call void @use(i32 2)
  br i1 %c, label %latch1, label %out

out:
  ret void
}

define i32 @triangle(i1 %c, i32 %x) {
entry:
  call void @use(i32 0)
  br i1 %c, label %then, label %join

then:
  br label %join

join:
  %p = phi i32 [ %x, %entry ], [ 3, %then ]
  %q = phi i32 [ 9, %entry ], [ 9, %then ]
  %r = add i32 %p, %q
  ret i32 %r
}

define i32 @diamond(i1 %c, i32 %x) {
join:
  br label %start

end:
  %p = phi i32 [ %x, %no ], [ 3, %yes ]
  call void @use(i32 %p)
  ret i32 %p

start:
  br i1 %c, label %yes, label %no

yes:
  br label %end

no:
  br label %end
}

define void @into_unreachable(i1 %c, i32 %x) {
entry:
  br i1 %c, label %dead, label %live

live:
  switch i32 %x, label %out [
    i32 0, label %dead2
    i32 1, label %more
    i32 2, label %dead2
    i32 3, label %last
  ]

dead:
  %y = mul i32 %x, %x
  unreachable

dead2:
  unreachable

more:
  call void @use(i32 3)
  call void @stop()
  br label %out

last:
  call void @use(i32 4)
  br label %out

out:
  call void @use(i32 5)
  ret void
}

define void @constants(i32 %x) {
entry:
  switch i32 2, label %a [
    i32 2, label %b
  ]

a:
  call void @use(i32 1)
  ret void

b:
  br i1 false, label %a, label %c

c:
  call void @use(i32 3)
  br label %c
}
